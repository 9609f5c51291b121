import { randomUUID } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import { addDays, addMonths, type Day, formatDay } from '../../../rules/days.ts'
import { type Cents, sumCents } from '../../../rules/money.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { assertId } from '../../../server/access/ids.ts'
import { perform } from '../../../server/access/perform.ts'
import { asAdministrator } from '../../../server/access/roles.ts'
import { toCents, toCentsOrNull } from '../../../server/database/cents.ts'
import type { Database } from '../../../server/database/types.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import { readMoney } from '../../../server/tables/read-money.ts'
import { cash, depositName, depositTo } from '../../ledger/ledger-accounts.ts'
import { assertPastDay } from '../../ledger/server/assert-day.ts'
import { type BankExplanation, balancesShown } from '../bank.ts'
import { enterBankBalanceCommand, explainBankDifferenceCommand } from '../bank-balance.commands.ts'
import type {
  BankBalance,
  BankPeriod,
  BankReconciliation,
  ReconcilingItem,
  ReconcilingKind,
} from '../bank-reconciliation.ts'
import { readUncleared } from './bank-lines.ts'

/** Stores the balance of a bank statement. The latest one entered for a day counts. @returns its id */
export const enterBankBalance = perform(enterBankBalanceCommand, async ({ tx, actor, refuse, audit }, _, typed) => {
  const day = assertPastDay(typed.day)
  const balance = readMoney(typed.balance)
  if (balance === undefined) throw refuse('BANK_BALANCE')
  const other = readMoney(typed.other)
  if (other === undefined) throw refuse('BANK_BALANCE_OTHER')
  if (other !== 0n && !typed.words) throw refuse('BANK_BALANCE_WORDS')
  const id = randomUUID()
  await sql`insert into bank_balances (id, day, balance_cents, other_cents, other_words, entered_by)
    values (${id}, ${day}, ${String(balance)}, ${String(other)}, ${typed.words}, ${actor.id})`.execute(tx)
  const cents = { cents: String(balance), other_cents: String(other) }
  await audit('bank.balance_entered', id, { summary: inWords(day), day, ...cents, other: typed.words })
  return id
})

/** @returns the subject of its log entries */
function inWords(day: Day): string {
  return `Bank statement of ${formatDay(day)}`
}

/** Stores the reason for a statement's difference from the books. It applies while the difference is the same. */
export const explainBankDifference = perform(
  explainBankDifferenceCommand,
  async ({ tx, actor, refuse, audit }, balanceId, { words }) => {
    const id = assertId(balanceId)
    const balances = await readBalances(tx)
    const statement = balances.find(balance => balance.id === id)
    if (!statement) throw refuse('NOT_FOUND')
    const { difference } = await reconcile(tx, statement, before(balances, statement))
    if (difference === 0n) throw refuse('BANK_DIFFERENCE_NONE')
    await sql`update bank_balances set difference_cents = ${String(difference)}, difference_words = ${words},
      explained_by = ${actor.id}, explained_at = now() where id = ${id}`.execute(tx)
    const facts = { summary: inWords(statement.day), day: statement.day, cents: String(difference), words }
    await audit('bank.difference_explained', id, facts)
  },
)

/**
 * @param day of a statement; the newest by default
 * @returns the statements that count, newest first; the selected one beside the books; and the likely day of the next:
 * the end of the month after the newest statement, or of the bank's lists, once it has passed
 */
export async function getBankReconciliation(
  actor: Actor,
  day = '',
): Promise<{ statements: BankBalance[]; shown: BankReconciliation | null; next: Day | null }> {
  return asAdministrator(actor, async tx => {
    const statements = await readBalances(tx)
    const statement = day ? statements.find(balance => balance.day === day) : statements[0]
    if (day && !statement) throw new PortalError('NOT_FOUND')
    const shown = statement ? await reconcile(tx, statement, before(statements, statement)) : null
    return { statements, shown, next: await nextDay(tx, statements[0]) }
  })
}

async function nextDay(tx: Transaction<Database>, newest: BankBalance | undefined): Promise<Day | null> {
  const after = newest ? addDays(newest.day, 1) : (await readBooks(tx, fundDay())).listedTo
  const next = after && addDays(addMonths(`${after.slice(0, 8)}01`, 1), -1)
  return next && next <= fundDay() ? next : null
}

function before(balances: readonly BankBalance[], { day }: BankBalance): BankBalance | undefined {
  return balances.find(balance => balance.day < day)
}

/** @returns the statement that counts for each day, newest first */
async function readBalances(tx: Transaction<Database>): Promise<BankBalance[]> {
  const { rows } = await sql<{
    id: string
    day: string
    balance: string
    other: string
    otherWords: string
    by: string
    at: Date
    difference: string | null
    why: string | null
    explainer: string | null
    explainedAt: Date | null
  }>`select distinct on (b.day) b.id, b.day::text, b.balance_cents::text as balance, b.other_cents::text as other,
      b.other_words as "otherWords", coalesce(p.full_name, p.email) as by, b.entered_at as at,
      b.difference_cents::text as difference, b.difference_words as why, coalesce(x.full_name, x.email) as explainer,
      b.explained_at as "explainedAt"
    from bank_balances b join user_profiles p on p.id = b.entered_by left join user_profiles x on x.id = b.explained_by
    order by b.day desc, b.entered_at desc, b.id limit ${balancesShown}`.execute(tx)
  return rows.map(({ balance, other, difference, why, explainer, explainedAt, ...row }) => {
    const cents = toCentsOrNull(difference)
    const isExplained = cents !== null && why && explainer && explainedAt
    return {
      ...row,
      balance: toCents(balance),
      other: toCents(other),
      explained: isExplained ? { cents, words: why, by: explainer, at: explainedAt } : null,
    }
  })
}

async function reconcile(
  tx: Transaction<Database>,
  statement: BankBalance,
  previous: BankBalance | undefined,
): Promise<BankReconciliation> {
  const { day, balance, other, explained } = statement
  const items = [
    ...(await readUnshown(tx, day)),
    ...(await readOpenLines(tx, day)),
    ...(await readOtherwiseBooked(tx, day)),
  ]
  const sumOf = (kind: ReconcilingKind) => sumCents(items.filter(item => item.kind === kind).map(({ cents }) => cents))
  const sums = {
    ...{ transit: sumOf('transit'), outstanding: sumOf('outstanding'), open: sumOf('open') },
    ...{ later: sumOf('later'), mistake: sumOf('mistake') },
  }
  const { books, listedTo } = await readBooks(tx, day)
  const adjustedBank = balance + sums.transit + sums.outstanding - sums.open - other
  const adjustedBooks = books + sums.later - sums.mistake
  const difference = adjustedBank - adjustedBooks
  return {
    ...{ statement, items, sums, adjustedBank, books, adjustedBooks, difference },
    isExplained: explained !== null && explained.cents === difference,
    period: previous ? await readPeriod(tx, statement, previous) : null,
    listedTo,
  }
}

/** @returns ledger entries up to a day that no bank line up to that day clears */
async function readUnshown(tx: Transaction<Database>, day: Day): Promise<ReconcilingItem[]> {
  const found = await readUncleared(tx, { from: null, to: day, shownBy: day })
  return found.map(({ noteId, number, holder, cents, reference, entryIds, ...entry }) => ({
    kind: cents > 0n ? 'transit' : 'outstanding',
    key: entryIds.join(),
    day: entry.day,
    cents,
    note: { id: noteId, number, holder },
    words: reference ?? '',
  }))
}

/** For each bank line `b`: `c` has the sum of the entries it clears, and of those up to a day. */
const clearedBy = (day: Day) => sql`left join lateral (select sum(m.cents) as cents,
    sum(m.cents) filter (where m.relates_to <= ${day}::date) as by_day
  from cleared_entries c join app.bank_movements m on m.entry_id = c.entry_id where c.line_id = b.id) c on true`

/** @returns the open remainder of each bank line up to a day: unexplained, or cleared by entries of a later day */
async function readOpenLines(tx: Transaction<Database>, day: Day): Promise<ReconcilingItem[]> {
  const { rows } = await sql<{ id: string; day: string; left: string; words: string }>`
    select b.id, b.day::text, (b.cents - coalesce(c.by_day, 0))::text as left, coalesce(nullif(b.description, ''), b.reference) as words
    from bank_lines b ${clearedBy(day)}
    where b.day <= ${day}::date and b.explained is null and b.cents <> coalesce(c.by_day, 0)
    order by b.day, b.line, b.id`.execute(tx)
  return rows.map(({ id, left, ...line }) => ({ kind: 'open', key: id, ...line, cents: toCents(left), note: null }))
}

/**
 * Account 1010 uses the booking day. An entry booked later because its period was closed moved money on the earlier
 * day; a mistake that was corrected later moved none.
 */
async function readOtherwiseBooked(tx: Transaction<Database>, day: Day): Promise<ReconcilingItem[]> {
  const { rows } = await sql<{
    kind: 'later' | 'mistake'
    id: string
    day: string
    cents: string
    note_id: string | null
    number: string
    holder: string
    reference: string | null
  }>`
    with moved as (
      select coalesce(e.undoes, e.reverses, e.id) as about, e.id, e.note_id, e.holder_id, e.relates_to, e.booked_on, e.reference,
        l.debit_cents - l.credit_cents as cents,
        e.kind in ('reversal', 'restated') or exists (select from ledger_entries r where r.reverses = e.id
          and r.kind in ('reversal', 'restated')) or exists (select from ledger_entries a where a.undoes = e.id) as is_mistake
      from ledger_entries e join ledger_lines l on l.entry_id = e.id and l.account = ${sql.lit(cash)}
      where e.relates_to <= ${day}::date
    ), found as (
      select 'later' as kind, id, note_id, holder_id, relates_to as day, reference, cents from moved
        where not is_mistake and booked_on > ${day}::date
      union all
      select 'mistake', about, note_id, holder_id, min(relates_to), min(reference), sum(cents)::bigint from moved
        where is_mistake and booked_on <= ${day}::date group by about, note_id, holder_id having sum(cents) <> 0
    )
    select f.kind, f.id, f.day::text, f.cents::text, n.id as note_id, coalesce(n.number, ${depositName}) as number,
      coalesce(h.legal_name, ${depositTo}) as holder, f.reference
    from found f left join notes n on n.id = f.note_id left join holders h on h.id = f.holder_id
    order by f.day, n.number, f.id`.execute(tx)
  return rows.map(({ kind, id, note_id, number, holder, reference, ...row }) => ({
    ...{ kind, key: id, day: row.day, cents: toCents(row.cents), words: reference ?? '' },
    note: { id: note_id, number, holder },
  }))
}

async function readBooks(tx: Transaction<Database>, day: Day): Promise<{ books: Cents; listedTo: Day | null }> {
  const { rows } = await sql<{ books: string; listed: string | null }>`
    select (select max(last_day)::text from bank_lists) as listed, coalesce(sum(l.debit_cents - l.credit_cents), 0)::text as books
    from ledger_lines l join ledger_entries e on e.id = l.entry_id
    where l.account = ${sql.lit(cash)} and e.booked_on <= ${day}::date`.execute(tx)
  return { books: toCents(rows[0]?.books ?? '0'), listedTo: rows[0]?.listed ?? null }
}

/** @returns bank lines after a statement's day, up to the next statement */
async function readPeriod(
  tx: Transaction<Database>,
  { day, balance }: BankBalance,
  since: BankBalance,
): Promise<BankPeriod> {
  const { rows } = await sql<{ explained: BankExplanation | null; cents: string; cleared: string }>`
    select b.explained, sum(b.cents)::text as cents, coalesce(sum(c.cents), 0)::text as cleared
    from bank_lines b ${clearedBy(day)}
    where b.day > ${since.day}::date and b.day <= ${day}::date group by b.explained`.execute(tx)
  const sum = (what: BankExplanation) => toCents(rows.find(({ explained }) => explained === what)?.cents ?? '0')
  const explained = {
    ...{ fee: sum('fee'), interest: sum('interest'), own_transfer: sum('own_transfer'), other: sum('other') },
  }
  const unexplained = rows.find(row => row.explained === null)
  const notes = toCents(unexplained?.cleared ?? '0')
  const all = sumCents(rows.map(({ cents }) => toCents(cents)))
  return {
    ...{ since, notes, explained, open: toCents(unexplained?.cents ?? '0') - notes },
    missing: balance - since.balance - all,
    otherByLines: since.other + sumCents(Object.values(explained)),
  }
}
