import { sql } from 'kysely'
import type { Actor } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import { assertId } from '../access/ids.ts'
import { asAdministrator } from '../access/roles.ts'
import type { ConstraintCodes } from '../database/errors.ts'
import { PortalError } from '../platform/portal-error.ts'

const codes: ConstraintCodes = {
  bank_list_approved: 'BANK_LIST_APPROVED',
  bank_list_compared: 'BANK_LIST_COMPARED',
  bank_list_known: 'BANK_LIST_KNOWN',
}

/**
 * Removes a bank list that was the wrong one: its lines, and what was said of them. Requests that came from it are void, and
 * its page stays with the person who uploaded it.
 * @returns how many requests are void
 * @throws PortalError FORBIDDEN unless the actor is an administrator; NOT_FOUND; BANK_LIST_APPROVED, BANK_LIST_COMPARED,
 *   BANK_LIST_KNOWN where something rests on it
 */
export async function removeBankList(actor: Actor, listId: string): Promise<number> {
  const id = assertId(listId)
  return asAdministrator(
    actor,
    async tx => {
      const list = await tx
        .selectFrom('bank_lists')
        .select(['filename', 'sha256', 'first_day', 'last_day', 'line_count as lines'])
        .where('id', '=', id)
        .executeTakeFirst()
      const { rows } = await sql<{ voided: number | null }>`select app.remove_bank_list(${id}) as voided`.execute(tx)
      const voided = rows[0]?.voided ?? null
      if (!list || voided === null) throw new PortalError('NOT_FOUND')
      await audit(tx, actor, 'bank.list_removed', id, { ...list, voided })
      return voided
    },
    codes,
  )
}
