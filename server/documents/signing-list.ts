import type { ExpressionBuilder, Selectable, Transaction } from 'kysely'
import { signingLinksPerPage } from '../../rules/document-request-limits.ts'
import type { SigningFilter, SigningState } from '../../rules/signing-links.ts'
import { unsignedStates } from '../../rules/workflows.ts'
import type { Actor } from '../access/actor.ts'
import { assertId } from '../access/ids.ts'
import { asAdministrator } from '../access/roles.ts'
import { countUpTo, type RowCount } from '../database/count-up-to.ts'
import type { Database, DocumentsTable } from '../database/types.ts'
import type { SigningLinkState } from './signing.ts'

/** A signing link as administrators follow it. Times are UTC. */
export type FollowedLink = Omit<SigningLinkState, 'signing_state'> &
  Pick<Selectable<DocumentsTable>, 'signing_reminders' | 'signing_reminded_at'> & {
    signing_state: SigningState
    owner_email: string
    owner_name: string | null
  }

const statesOf: Record<SigningFilter, SigningState[]> = {
  open: [...unsignedStates, 'said_signed'],
  said_signed: ['said_signed'],
  waiting: [...unsignedStates],
  confirmed: ['confirmed'],
}

/**
 * Lists signing links of everyone: those to confirm first, then those that wait longest; confirmed ones newest first.
 * @param filter `open`: not confirmed yet; `waiting`: not signed yet
 * @param personId only this person's
 * @param page from 0, `signingLinksPerPage` per page
 * @returns the page's links and how many there are in all
 * @throws PortalError FORBIDDEN unless the actor is an administrator
 */
export async function getSigningLinks(
  actor: Actor,
  { filter = 'open', personId, page = 0 }: { filter?: SigningFilter; personId?: string; page?: number } = {},
): Promise<{ links: FollowedLink[] } & RowCount> {
  const before = Number.isSafeInteger(page) && page > 0 && page < 1e9 ? page * signingLinksPerPage : 0
  return asAdministrator(actor, async tx => {
    const links = tx.selectFrom('documents as document')
    // Confirmed links are those with a time, by a constraint of the table; the index has that alone.
    let found =
      filter === 'confirmed'
        ? links.where('document.signing_confirmed_at', 'is not', null)
        : links.where('document.signing_state', 'in', statesOf[filter])
    if (personId) found = found.where('document.user_id', '=', assertId(personId))
    const count = await countUpTo(tx, found)
    const sorted =
      filter === 'confirmed'
        ? found.orderBy('document.signing_confirmed_at', 'desc').orderBy('document.id')
        : found.orderBy(toConfirm, 'desc').orderBy('document.signing_sent_at').orderBy('document.id')
    const page = await sorted
      .innerJoin('user_profiles as owner', 'owner.id', 'document.user_id')
      .select(['document.id', 'document.user_id', 'document.filename', 'document.fund_name', 'document.external_url'])
      .select(['document.signing_state', 'document.signing_sent_at', 'document.signing_opened_at'])
      .select(['document.said_signed_at', 'document.signing_confirmed_at'])
      .select(['document.signing_reminders', 'document.signing_reminded_at'])
      .select(['owner.email as owner_email', 'owner.full_name as owner_name'])
      .limit(signingLinksPerPage)
      .offset(before)
      .execute()
    return { links: page as FollowedLink[], ...count }
  })
}

const toConfirm = (row: ExpressionBuilder<{ document: DocumentsTable }, 'document'>) =>
  row('document.signing_state', '=', 'said_signed')

/** @returns how many signatures the fund waits for, and how many it has to confirm, in an administrator's transaction */
export async function countSigningLinks(tx: Transaction<Database>): Promise<{ waiting: number; saidSigned: number }> {
  const counts = await tx
    .selectFrom('documents')
    .select(['signing_state', count => count.fn.countAll<number>().as('links')])
    .where('signing_state', 'in', statesOf.open)
    .groupBy('signing_state')
    .execute()
  const of = (states: readonly string[]) =>
    counts.reduce((sum, { signing_state, links }) => sum + (states.includes(signing_state ?? '') ? links : 0), 0)
  return { waiting: of(statesOf.waiting), saidSigned: of(statesOf.said_signed) }
}
