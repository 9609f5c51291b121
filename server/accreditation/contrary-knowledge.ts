import { sql } from 'kysely'
import { accreditationSteps, canTake } from '../../rules/workflows.ts'
import type { Actor } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import { assertId } from '../access/ids.ts'
import { asAdministrator } from '../access/roles.ts'
import { askForApproval } from '../approvals/ask-for-approval.ts'
import { findHolderFacts } from '../holders/holder-facts.ts'
import { PortalError } from '../platform/portal-error.ts'
import { lockAccreditation } from './accreditation.ts'
import { readReason } from './review.ts'

/** What a second person approves. */
export const clearKind = 'accreditation.clear'

/** What that approval keeps. */
export interface ClearContent {
  holder: string
  known: string
  why: string
}

/**
 * Revokes a verification that was approved, also one that has ended since, because the fund learned something contrary.
 * From then on no note can be sold to the holder, renewed or funded. One administrator is enough: nothing should wait for a second.
 * @param reason what is known; members don't read it
 * @throws PortalError FORBIDDEN unless the actor is an administrator; NOT_FOUND; REVIEW_REASON, REVIEW_REASON_LONG;
 *   ACCREDITATION_MOVED where it was never approved, or is revoked
 */
export async function revokeAccreditation(actor: Actor, accreditationId: string, reason: string): Promise<void> {
  const id = assertId(accreditationId)
  const why = readReason(reason)
  await asAdministrator(actor, async tx => {
    const row = await lockAccreditation(tx, id)
    if (!canTake(accreditationSteps.revoke, row.state)) throw new PortalError('ACCREDITATION_MOVED')
    await tx
      .updateTable('accreditations')
      .set({ state: 'revoked', reason: why, revoked_by: actor.id, revoked_at: sql<Date>`now()` })
      .where('id', '=', id)
      .execute()
    await audit(tx, actor, 'accreditation.revoked', id, { holder_id: row.holder_id, reason: why })
  })
}

/**
 * Asks a second person to agree that what was known no longer counts. Then the holder can be verified again; the revoked
 * verification stays revoked.
 * @returns the approval's id
 * @throws PortalError as `revokeAccreditation`; NOBODY_TO_APPROVE, APPROVAL_OPEN
 */
export async function requestClearance(actor: Actor, accreditationId: string, reason: string): Promise<string> {
  const id = assertId(accreditationId)
  const why = readReason(reason)
  return asAdministrator(actor, async tx => {
    const row = await lockAccreditation(tx, id)
    if (row.state !== 'revoked' || row.cleared_at) throw new PortalError('ACCREDITATION_MOVED')
    const { legalName, number } = await findHolderFacts(tx, row.holder_id)
    const holder = `${legalName} (${number})`
    const content: ClearContent = { holder, known: row.reason ?? '', why }
    const summary = `Sell notes to ${holder} again`
    return askForApproval(tx, actor, {
      kind: clearKind,
      subjectId: id,
      holderId: row.holder_id,
      content: { ...content },
      summary,
    })
  })
}
