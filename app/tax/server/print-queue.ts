import { sql, type Transaction } from 'kysely'
import { tax } from '../../../content/tax.ts'
import { addDays, type Day } from '../../../rules/days.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { auditAll } from '../../../server/access/audit.ts'
import { assertId, assertIds } from '../../../server/access/ids.ts'
import { perform } from '../../../server/access/perform.ts'
import { queryAsAdministrator } from '../../../server/access/roles.ts'
import { prepared } from '../../../server/database/prepared.ts'
import type { Database } from '../../../server/database/types.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import type { PrintReason } from '../form-1099-int.ts'
import { markMailedCommand, sendPrintedCopyCommand } from '../run.commands.ts'

/** A copy to print and mail. Days are 'YYYY-MM-DD'. */
export interface PrintedCopy {
  id: string
  year: number
  holderId: string
  holderNumber: string
  nameLines: string[]
  addressLines: string[]
  reason: PrintReason
  due: string
  documentId: string
  isCorrection: boolean
}

/** Rows of the list at most: they are printed on one list. */
const shown = 1000

/** @returns the copies that are still to be mailed, the ones that are due first before others */
export async function getPrintQueue(actor: Actor): Promise<PrintedCopy[]> {
  return queryAsAdministrator(actor, async tx => {
    const { rows } = await sql<
      Omit<PrintedCopy, 'nameLines' | 'addressLines'> & Record<'line1' | 'line2' | 'address', string | null>
    >`
      select t.id, t.year, t.holder_id as "holderId", h.number as "holderNumber", t.name_line1 as line1, t.name_line2 as line2,
        t.address_lines as address, t.paper_reason as reason, t.paper_due as due, t.document_id as "documentId",
        t.corrects is not null as "isCorrection"
      from tax_returns t join holders h on h.id = t.holder_id
      where t.delivery = 'paper' and t.paper_sent_on is null order by t.paper_due, h.number limit ${shown}`.execute(tx)
    return rows.map(({ line1, line2, address, ...row }) => ({
      ...row,
      nameLines: [line1, line2].flatMap(line => line ?? []),
      addressLines: (address ?? '').split('\n').filter(Boolean),
    }))
  })
}

/** How many copies are to be mailed; for administrators. */
export const copiesToMail = prepared(
  'tax_copies_to_mail',
  () => sql<{ total: number }>`select count(*)::int as total from tax_returns
    where delivery = 'paper' and paper_sent_on is null`,
)

/** Records that copies were mailed today. @returns how many */
export const markCopiesMailed = perform(markMailedCommand, async ({ tx, actor, refuse }, _, { copy }) => {
  const sent = await tx
    .updateTable('tax_returns')
    .set({ paper_sent_on: fundDay() })
    .where('id', 'in', assertIds(copy))
    .where('delivery', '=', 'paper')
    .where('paper_sent_on', 'is', null)
    .returning(['holder_id', 'year'])
    .execute()
  if (sent.length === 0) throw refuse('TAX_COPY_GONE')
  const entries = sent.map(({ holder_id, year }) => ({ subjectId: holder_id, details: { year } }))
  await auditAll(tx, actor, 'tax.copy_mailed', entries)
  return sent.length
})

/**
 * Puts a form that was furnished in the portal into the print queue as well: its e-mail bounced to the office, or its
 * payee wants a printed copy.
 */
export const sendPrintedCopy = perform(sendPrintedCopyCommand, async ({ tx, refuse, audit }, _, { form, reason }) => {
  const moved = await toPrintQueue(tx, assertId(form), reason)
  if (!moved) throw refuse('TAX_COPY_GONE')
  await audit('tax.copy_to_mail', moved.holder_id, { year: moved.year, reason })
})

/** @returns the form; undefined where it isn't in the portal alone */
export async function toPrintQueue(tx: Transaction<Database>, id: string, reason: PrintReason) {
  const due: Day = addDays(fundDay(), tax.paperDays)
  return tx
    .updateTable('tax_returns')
    .set({ delivery: 'paper', paper_reason: reason, paper_due: due })
    .where('id', '=', id)
    .where('delivery', '=', 'portal')
    .returning(['holder_id', 'year'])
    .executeTakeFirst()
}
