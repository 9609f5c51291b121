import { sql } from 'kysely'
import { href } from 'react-router'
import { accreditationSteps, canTake } from '../../../rules/workflows.ts'
import { assertId } from '../../../server/access/ids.ts'
import { perform } from '../../../server/access/perform.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import { requestCommand } from '../../approvals/server/request-command.ts'
import { findHolderFacts } from '../../holders/server/holder-facts.ts'
import { clearAccreditationCommand, revokeAccreditationCommand } from '../review.commands.ts'
import { lockAccreditation } from './accreditation.ts'

/**
 * Revokes a verification that was approved, also one that has ended since, because the fund learned something contrary.
 * From then on no note can be sold to the holder, renewed or funded. One administrator is enough: nothing should wait for a
 * second. Members don't read the reason.
 */
export const revokeAccreditation = perform(
  revokeAccreditationCommand,
  async ({ tx, actor, refuse, audit }, accreditationId, { reason }) => {
    const id = assertId(accreditationId)
    const row = await lockAccreditation(tx, id)
    if (!canTake(accreditationSteps.revoke, row.state)) throw refuse('ACCREDITATION_MOVED')
    await tx
      .updateTable('accreditations')
      .set({ state: 'revoked', reason, revoked_by: actor.id, revoked_at: sql<Date>`now()` })
      .where('id', '=', id)
      .execute()
    await audit('accreditation.revoked', id, { holder_id: row.holderId, reason })
  },
)

/**
 * Requests a second person's approval that the contrary knowledge no longer counts. Then the holder can be verified
 * again; the revoked verification stays revoked.
 */
export const requestClearance = requestCommand(clearAccreditationCommand, {
  async ask({ tx, refuse }, accreditationId, { reason }) {
    const id = assertId(accreditationId)
    const row = await lockAccreditation(tx, id)
    if (row.state !== 'revoked' || row.clearedAt) throw refuse('ACCREDITATION_MOVED')
    const { legalName, number } = await findHolderFacts(tx, row.holderId)
    const holder = `${legalName} (${number})`
    return {
      subjectId: id,
      holderId: row.holderId,
      content: { holder, known: row.reason ?? '', why: reason },
      summary: `Sell notes to ${holder} again`,
    }
  },
  title: 'Contrary knowledge',
  link: ({ subjectId }) => href('/profile/admin/accreditation/:id', { id: subjectId }),
  describe: ({ holder, known, why }) => [
    `Notes can be sold to ${holder} again, once they have been verified again.`,
    `What was known: ${known}`,
    `Why it no longer counts: ${why}`,
  ],
  async apply({ tx, audit }, { subjectId }) {
    const row = await lockAccreditation(tx, subjectId)
    if (row.state !== 'revoked' || row.clearedAt) throw new PortalError('APPROVAL_GONE')
    await tx.updateTable('accreditations').set({ cleared_at: sql<Date>`now()` }).where('id', '=', subjectId).execute()
    await audit('accreditation.cleared', subjectId, { holder_id: row.holderId })
  },
})
