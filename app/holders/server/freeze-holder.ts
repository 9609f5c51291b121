import { sql, type Transaction } from 'kysely'
import { href } from 'react-router'
import { assertId } from '../../../server/access/ids.ts'
import type { Database } from '../../../server/database/types.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import { type Requested, requestCommand } from '../../approvals/server/request-command.ts'
import { freezeHolderCommand, unfreezeHolderCommand } from '../holders.commands.ts'
import { freezeReasons } from '../holders.ts'

/** Content of the approval. */
interface FreezeContent {
  holder: string
  /** In words. */
  reason: string
}

/** @throws PortalError NOT_FOUND; HOLDER_IS_FROZEN, HOLDER_NOT_FROZEN unless in the required state */
async function readHolder(tx: Transaction<Database>, id: string, isFrozen: boolean): Promise<string> {
  const holder = await tx
    .selectFrom('holders')
    .select(['number', 'legal_name', 'frozen_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!holder) throw new PortalError('NOT_FOUND')
  if ((holder.frozen_at !== null) !== isFrozen)
    throw new PortalError(isFrozen ? 'HOLDER_NOT_FROZEN' : 'HOLDER_IS_FROZEN')
  return `${holder.legal_name} (${holder.number})`
}

async function setFrozen(tx: Transaction<Database>, id: string, isFrozen: boolean): Promise<void> {
  await readHolder(tx, id, !isFrozen)
  await tx
    .updateTable('holders')
    .set({ frozen_at: isFrozen ? sql`now()` : null })
    .where('id', '=', id)
    .execute()
}

const link = ({ subjectId }: { subjectId: string }) => href('/profile/admin/holders/:id', { id: subjectId })

/** Freezes a holder. Its members can see everything and change nothing: no election, upload or accreditation. */
export const requestFreeze = requestCommand(freezeHolderCommand, {
  async ask({ tx }, holderId, { reason }): Promise<Requested<FreezeContent>> {
    const id = assertId(holderId)
    const holder = await readHolder(tx, id, false)
    const content = { holder, reason: freezeReasons[reason] }
    return { subjectId: id, holderId: id, content, summary: `Freeze ${holder}` }
  },
  title: 'Freeze of a holder',
  describe: ({ holder, reason }) => [
    `From now on, people authorized for ${holder} can read but not act: no one can elect, sign or upload for it.`,
    `Reason: ${reason}`,
  ],
  async apply({ tx, audit }, { id, subjectId, content: { reason } }) {
    await setFrozen(tx, subjectId, true)
    await audit('holder.frozen', subjectId, { reason, approval_id: id })
  },
  link,
})

/** Ends a freeze. */
export const requestUnfreeze = requestCommand(unfreezeHolderCommand, {
  async ask({ tx }, holderId, { reason }): Promise<Requested<FreezeContent>> {
    const id = assertId(holderId)
    const holder = await readHolder(tx, id, true)
    return { subjectId: id, holderId: id, content: { holder, reason }, summary: `End the freeze of ${holder}` }
  },
  title: 'End of a freeze',
  describe: ({ holder, reason }) => [`Those who act for ${holder} may do so again.`, `Reason: ${reason}`],
  async apply({ tx, audit }, { id, subjectId, content: { reason } }) {
    await setFrozen(tx, subjectId, false)
    await audit('holder.unfrozen', subjectId, { reason, approval_id: id })
  },
  link,
})
