import { sql, type Transaction } from 'kysely'
import type { MessageCode } from '../../../rules/messages.ts'
import type { ConstraintCodes } from '../../../server/database/errors.ts'
import type { Database } from '../../../server/database/types.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'

/** For operations that write rows which the database refuses for the same reasons. */
export const sanctionsCodes: ConstraintCodes = {
  sanctions_list_old: 'SANCTIONS_LIST_OLD',
  sanctions_hit: 'SANCTIONS_HIT',
  sanctions_unchecked: 'SANCTIONS_UNCHECKED',
}

/**
 * Before a sale to a holder or a payment to it. The database asks the same when the note or the entry is written.
 * @param tx of an administrator or an approver
 * @throws PortalError SANCTIONS_LIST_OLD; SANCTIONS_HIT while a name is close to an entry and not cleared; SANCTIONS_UNCHECKED
 */
export async function requireSanctionsClear(tx: Transaction<Database>, holderId: string): Promise<void> {
  const { rows } = await sql<{
    refusal: MessageCode | null
  }>`select app.sanctions_refusal(${holderId}) as refusal`.execute(tx)
  const refusal = rows[0]?.refusal
  if (refusal) throw new PortalError(refusal)
}
