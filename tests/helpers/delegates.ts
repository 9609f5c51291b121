import type { inviteDelegateCommand } from '../../app/delegates/delegates.commands.ts'
import { acceptInvitation } from '../../app/delegates/server/accept-invitation.ts'
import { inviteDelegate } from '../../app/delegates/server/invite-delegate.ts'
import type { DocumentCategory } from '../../app/documents/documents.ts'
import { addDays } from '../../rules/days.ts'
import type { Actor } from '../../server/access/actor.ts'
import type { InputOf } from '../../server/access/perform.ts'
import { fundDay } from '../../server/platform/fund-day.ts'
import { givenDocument } from './insert-document.ts'
import { withFreshProof } from './notes.ts'
import type { SharedPortal } from './shared-portal.ts'

type NewDelegate = InputOf<typeof inviteDelegateCommand>

/** An accountant's invitation, as submitted by the form. */
export function accountant(holderId: string, email: string, changes: Partial<NewDelegate> = {}): NewDelegate {
  return {
    holderId,
    email,
    kind: 'accountant',
    categories: ['Tax', 'Statements'],
    figures: false,
    download: true,
    until: addDays(fundDay(), 30),
    ...changes,
  }
}

/** A member of a holder shares access with a person, who accepts. @returns the grant's id */
export async function givenDelegate(
  portal: SharedPortal,
  member: Actor,
  delegate: Actor,
  holderId: string,
  changes: Partial<NewDelegate> = {},
): Promise<string> {
  const requested = accountant(holderId, delegate.email, changes)
  const id = await inviteDelegate(await withFreshProof(portal, member), requested)
  await acceptInvitation(delegate, id)
  return id
}

/** Files a document with a holder, as an administrator. @returns its id */
export async function givenFiled(
  portal: SharedPortal,
  { holder, owner, by }: { holder: string; owner: Actor; by: Actor },
  category: DocumentCategory,
  filename = `${category}.pdf`,
): Promise<string> {
  const { id } = await givenDocument(portal, owner, { filename, uploadedBy: by })
  await portal.owner.query('update documents set holder_id = $2, category = $3 where id = $1', [id, holder, category])
  return id
}

/**
 * Moves the end of a grant, as if time had passed.
 * @param seconds from now; negative for the past
 */
export async function endIn(portal: SharedPortal, grantId: string, seconds: number): Promise<void> {
  await portal.owner.query(
    `update grants set invited_at = now() - interval '1 year', ends_at = now() + make_interval(secs => $2) where id = $1`,
    [grantId, seconds],
  )
}
