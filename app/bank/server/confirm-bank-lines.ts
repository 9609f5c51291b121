import { sql, type Transaction } from 'kysely'
import { formatDay } from '../../../rules/days.ts'
import { type Cents, formatCents, sumCents } from '../../../rules/money.ts'
import { assertId } from '../../../server/access/ids.ts'
import { perform, performFreely, type Work } from '../../../server/access/perform.ts'
import { toCents } from '../../../server/database/cents.ts'
import type { Database } from '../../../server/database/types.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import { askForPayment, bankLineCodes } from '../../notes/server/payments.ts'
import { attachBankPageCommand, confirmBankLinesCommand, reopenBankLineCommand } from '../bank.commands.ts'
import { type BankExplanation, bankExplanations, mostBankLines } from '../bank.ts'
import type { PaidPart } from '../bank-choice.ts'
import { unclearedSum } from './bank-lines.ts'

export interface BankConfirmation {
  /** Payments requested. */
  requested: number
  /** Lines reconciled. */
  reconciled: number
  /** Refused lines with the reason; the others stay confirmed. */
  refused: { line: string; why: string }[]
}

/** Errors that affect all lines. */
const ofAll = ['FORBIDDEN', 'AWAY']

/** Resolves bank lines one by one: requests payments, clears entries, and explains what concerns no note. */
export const confirmBankLines = performFreely(
  confirmBankLinesCommand,
  async ({ refuse, transact }, _, { choice: choices }) => {
    if (choices.length === 0) throw refuse('BANK_NOTHING_CHOSEN')
    if (choices.length > mostBankLines) throw refuse('BANK_TOO_MANY_CHOSEN')
    const done: BankConfirmation = { requested: 0, reconciled: 0, refused: [] }
    for (const choice of choices) {
      let line = ''
      const carryOut = async (work: Confirming) => {
        const found = await lockOpenLine(work.tx, choice.lineId, named => (line = named))
        if ('pay' in choice) return pay(work, found, choice.pay)
        if ('clear' in choice) await clear(work, found, choice.clear)
        else await explain(work, found, choice.is)
        return 0
      }
      try {
        const requested = await transact(carryOut)
        done.requested += requested
        if (requested === 0) done.reconciled++
      } catch (error) {
        if (!(error instanceof PortalError) || ofAll.includes(error.code)) throw error
        done.refused.push({ line: line || 'A line', why: error.message })
      }
    }
    return done
  },
  { codes: bankLineCodes },
)

type Confirming = Work<typeof confirmBankLinesCommand>

interface LockedLine {
  id: string
  list_id: string
  list: string
  line: number
  day: string
  /** Unresolved remainder. */
  cents: Cents
  reference: string
}

/** @throws PortalError NOT_FOUND; BANK_LINE_GONE where it is resolved or pending */
async function lockOpenLine(
  tx: Transaction<Database>,
  lineId: string,
  name: (words: string) => void,
): Promise<LockedLine> {
  const id = assertId(lineId)
  await sql`select pg_advisory_xact_lock(hashtextextended('bank line ' || ${id}::text, 0))`.execute(tx)
  const { rows } = await sql<
    Omit<LockedLine, 'cents'> & { cents: string; cleared: string; description: string; isExplained: boolean }
  >`select b.id, b.list_id, l.filename as list, b.line, b.day::text as day, b.cents::text as cents, b.reference, b.description,
      coalesce((select sum(m.cents) from cleared_entries c join app.bank_movements m on m.entry_id = c.entry_id
        where c.line_id = b.id), 0)::text as cleared,
      b.explained is not null or exists (select from approvals a where a.decision is null and a.kind = 'payment.record'
        and a.content -> 'bank' ->> 'lineId' = b.id::text) as "isExplained"
    from bank_lines b join bank_lists l on l.id = b.list_id where b.id = ${id} for share of b`.execute(tx)
  const [row] = rows
  if (!row) throw new PortalError('NOT_FOUND')
  const { isExplained, cleared, description, ...line } = row
  const cents = toCents(line.cents) - toCents(cleared)
  name(`${formatDay(line.day)}, ${formatCents(cents, true)}, ${description || line.reference}`)
  if (isExplained || cents === 0n) throw new PortalError('BANK_LINE_GONE')
  return { ...line, cents }
}

/** @returns number of payments requested */
async function pay({ tx, actor }: Confirming, line: LockedLine, parts: readonly PaidPart[]): Promise<number> {
  if (parts.length === 0 || sumCents(parts.map(({ cents }) => cents)) !== -line.cents)
    throw new PortalError('BANK_LINE_SUM')
  const { day, reference } = line
  const bank = { lineId: line.id, listId: line.list_id, list: line.list, line: line.line }
  // The date comes from the bank, so it isn't a typo. The approver sees if it is unusual, and the tax withheld.
  for (const { noteId, cents, withheld = 0n } of parts)
    await askForPayment(tx, actor, noteId, {
      ...{ day, confirmedDay: day, amount: cents, withheld, confirmedWithheld: String(withheld), reference, bank },
    })
  return parts.length
}

async function clear({ tx, actor, audit }: Confirming, line: LockedLine, entryIds: readonly string[]): Promise<void> {
  const ids = [...new Set(entryIds.map(assertId))]
  if ((await unclearedSum(tx, ids)) !== line.cents) throw new PortalError('BANK_LINE_SUM')
  await sql`insert into cleared_entries (entry_id, line_id, cleared_by)
    select unnest(${ids}::uuid[]), ${line.id}, ${actor.id}`.execute(tx)
  await audit('bank.line_cleared', line.id, { ...factsOf(line), entries: ids })
}

async function explain({ tx, actor, refuse, audit }: Confirming, line: LockedLine, is: string): Promise<void> {
  if (!Object.hasOwn(bankExplanations, is)) throw refuse('BANK_NOTHING_CHOSEN')
  await tx
    .updateTable('bank_lines')
    .set({ explained: is as BankExplanation, explained_by: actor.id, explained_at: sql<Date>`now()` })
    .where('id', '=', line.id)
    .execute()
  await audit('bank.line_explained', line.id, { ...factsOf(line), is })
}

function factsOf({ day, cents, reference }: LockedLine) {
  return { day, cents: String(cents), reference }
}

/** Reopens a line that was cleared or explained by mistake. A pending request is withdrawn under Approvals. */
export const reopenBankLine = perform(reopenBankLineCommand, async ({ tx, refuse, audit }, lineId) => {
  const id = assertId(lineId)
  const known = await tx
    .updateTable('bank_lines')
    .set({ explained: null, explained_by: null, explained_at: null })
    .where('id', '=', id)
    .executeTakeFirst()
  if (known.numUpdatedRows === 0n) throw refuse('NOT_FOUND')
  const cleared = await tx.deleteFrom('cleared_entries').where('line_id', '=', id).returning('entry_id').execute()
  await audit('bank.line_reopened', id, { entries: cleared.map(({ entry_id }) => entry_id) })
})

/** Minimum retention of the page in years, as for statements. */
const pageYears = 7

/**
 * Attaches a page of the bank's statement to a list: a document that the actor uploaded. It then belongs to the
 * register: administrators and approvers see it, and it is retained. It can be attached until the last payment of the
 * list is decided; the log says how many were decided before. It can be replaced until an approver has decided with it
 * attached.
 */
export const attachBankPage = perform(
  attachBankPageCommand,
  async ({ tx, actor, refuse, audit }, listId, { document }) => {
    const [id, page] = [assertId(listId), assertId(document)]
    const { rows } = await sql<{ filename: string }>`
      update documents set unreleased = true,
        retain_until = greatest(retain_until, (app.fund_day() + make_interval(years => ${pageYears}::integer))::date)
      where id = ${page} and uploaded_by = ${actor.id} and user_id = ${actor.id} and holder_id is null
        and file_type in ('pdf', 'jpg', 'jpeg', 'png') returning filename`.execute(tx)
    if (!rows[0]) throw refuse('BANK_PAGE')
    const list = await tx.updateTable('bank_lists').set({ document_id: page }).where('id', '=', id).executeTakeFirst()
    if (list.numUpdatedRows === 0n) throw refuse('NOT_FOUND')
    const [decided] = (await sql<{ before: number }>`select app.decided_before_page(${id}) as before`.execute(tx)).rows
    const facts = { document_id: page, filename: rows[0].filename, decided_before: decided?.before }
    await audit('bank.page_attached', id, facts)
  },
  { codes: { bank_page_decided: 'BANK_PAGE_DECIDED', bank_page_late: 'BANK_PAGE_LATE' } },
)
