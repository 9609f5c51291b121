import { sql, type Transaction } from 'kysely'
import { tax } from '../../content/tax.ts'
import { addDays, type Day } from '../../rules/notes/days.ts'
import type { PaperReason } from '../../rules/tax/returns.ts'
import type { Actor } from '../access/actor.ts'
import { audit, auditAll } from '../access/audit.ts'
import { assertId, assertIds } from '../access/ids.ts'
import { asAdministrator, queryAsAdministrator } from '../access/roles.ts'
import { prepared } from '../database/prepared.ts'
import type { Database } from '../database/types.ts'
import { fundDay } from '../platform/fund-day.ts'
import { PortalError } from '../platform/portal-error.ts'

/** A copy that goes out on paper. Days are 'YYYY-MM-DD'. */
export interface PaperCopy {
  id: string
  year: number
  holderId: string
  holderNumber: string
  nameLines: string[]
  addressLines: string[]
  reason: PaperReason
  due: string
  documentId: string
  isCorrection: boolean
}

/** Rows of the list at most: they are printed on one list. */
const shown = 1000

/**
 * @returns the copies that are still to be mailed, the ones that are due first before others
 * @throws PortalError FORBIDDEN unless the actor is an administrator
 */
export async function getPaperQueue(actor: Actor): Promise<PaperCopy[]> {
  return queryAsAdministrator(actor, async tx => {
    const { rows } = await sql<
      Omit<PaperCopy, 'nameLines' | 'addressLines'> & Record<'line1' | 'line2' | 'address', string | null>
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

/**
 * Records that copies were mailed today.
 * @returns how many
 * @throws PortalError FORBIDDEN unless the actor is an administrator; NOTHING_CHOSEN, TOO_MANY_CHOSEN; TAX_COPY_GONE where none
 *   of them is to be mailed
 */
export async function markCopiesMailed(actor: Actor, returnIds: readonly string[]): Promise<number> {
  const ids = assertIds(returnIds)
  return asAdministrator(actor, async tx => {
    const sent = await tx
      .updateTable('tax_returns')
      .set({ paper_sent_on: fundDay() })
      .where('id', 'in', ids)
      .where('delivery', '=', 'paper')
      .where('paper_sent_on', 'is', null)
      .returning(['holder_id', 'year'])
      .execute()
    if (sent.length === 0) throw new PortalError('TAX_COPY_GONE')
    const entries = sent.map(({ holder_id, year }) => ({ subjectId: holder_id, details: { year } }))
    await auditAll(tx, actor, 'tax.copy_mailed', entries)
    return sent.length
  })
}

/**
 * Puts a form that was furnished in the portal into the paper queue as well: its e-mail came back to the office, or its payee
 * asks for paper.
 * @throws PortalError FORBIDDEN unless the actor is an administrator; NOT_FOUND; TAX_COPY_REASON; TAX_COPY_GONE unless it was
 *   furnished in the portal, or where its paper copy was mailed
 */
export async function sendOnPaper(actor: Actor, returnId: string, reason: string): Promise<void> {
  const id = assertId(returnId)
  if (reason !== 'bounced' && reason !== 'asked') throw new PortalError('TAX_COPY_REASON')
  await asAdministrator(actor, async tx => {
    const moved = await toPaper(tx, id, reason)
    if (!moved) throw new PortalError('TAX_COPY_GONE')
    await audit(tx, actor, 'tax.copy_to_mail', moved.holder_id, { year: moved.year, reason })
  })
}

/** @returns the form; undefined where it isn't in the portal alone */
export async function toPaper(tx: Transaction<Database>, id: string, reason: PaperReason) {
  const due: Day = addDays(fundDay(), tax.paperDays)
  return tx
    .updateTable('tax_returns')
    .set({ delivery: 'paper', paper_reason: reason, paper_due: due })
    .where('id', '=', id)
    .where('delivery', '=', 'portal')
    .returning(['holder_id', 'year'])
    .executeTakeFirst()
}
