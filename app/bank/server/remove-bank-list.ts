import { sql } from 'kysely'
import { assertId } from '../../../server/access/ids.ts'
import { perform } from '../../../server/access/perform.ts'
import { removeBankListCommand } from '../bank.commands.ts'

/**
 * Removes a bank list imported by mistake, with its lines and their explanations. Its requests are voided; its page
 * remains with its uploader.
 * @returns number of voided requests
 */
export const removeBankList = perform(
  removeBankListCommand,
  async ({ tx, refuse, audit }, listId) => {
    const id = assertId(listId)
    const list = await tx
      .selectFrom('bank_lists')
      .select(['filename', 'sha256', 'first_day', 'last_day', 'line_count as lines'])
      .where('id', '=', id)
      .executeTakeFirst()
    const { rows } = await sql<{ voided: number | null }>`select app.remove_bank_list(${id}) as voided`.execute(tx)
    const voided = rows[0]?.voided ?? null
    if (!list || voided === null) throw refuse('NOT_FOUND')
    await audit('bank.list_removed', id, { ...list, voided })
    return voided
  },
  {
    codes: {
      bank_list_approved: 'BANK_LIST_APPROVED',
      bank_list_compared: 'BANK_LIST_COMPARED',
      bank_list_known: 'BANK_LIST_KNOWN',
    },
  },
)
