import { type RawBuilder, type SqlBool, sql, type Transaction } from 'kysely'
import { toCents } from '../../../server/database/cents.ts'
import type { Database } from '../../../server/database/types.ts'
import type { LedgerKind } from '../../notes/note-records.ts'

/** What the fund owes a holder, in cents: principal, and interest due and unpaid. */
export interface Owed {
  principal: bigint
  interest: bigint
}

/** An entry's change for a holder. Days are 'YYYY-MM-DD'. */
export interface Movement extends Owed {
  kind: LedgerKind
  /** Kind of the reversed entry. */
  reversedKind: LedgerKind | null
  /** The note's number. */
  note: string
  bookedOn: string
  relatesTo: string
  reference: string | null
  /** Tax withheld of paid interest, which the holder didn't receive. Negative for a reversal. */
  withheld: bigint
}

/** A holder's books for a period. */
export interface HolderBooks {
  opening: Owed
  closing: Owed
  /** In ledger order. */
  movements: Movement[]
  /** Interest paid in the calendar year up to the period's end, by day of payment, less returns. */
  paidThisYear: bigint
  /** Tax withheld of it. */
  withheldThisYear: bigint
}

export interface BooksQuestion {
  holderId: string
  /** First and last day, inclusive. */
  start: string
  end: string
  /** The last position in the ledger's chain to consider, see `ledgerHead`. */
  head: number
  /** Whether to include later entries that relate to a day of the period. */
  withLater: boolean
}

/**
 * @returns the position of the last entry in the ledger's chain. Entries up to it are committed and immutable, so reads
 * up to it are consistent
 */
export async function ledgerHead(tx: Transaction<Database>): Promise<number> {
  const { rows } = await sql<{ head: number }>`select coalesce(max(position), 0) as head from ledger_chain`.execute(tx)
  return Number(rows[0]?.head ?? 0)
}

/**
 * @returns a holder's books for a period. Opening and closing balance are each summed from the ledger's start, so that
 * the movements can be checked against both
 */
export async function readHolderBooks(tx: Transaction<Database>, question: BooksQuestion): Promise<HolderBooks> {
  const { start, end, withLater } = question
  const isIn = sql<SqlBool>`m.booked_on between ${start}::date and ${end}::date`
  const inYear = sql<SqlBool>`(m.booked_on <= ${end}::date
    and m.relates_to between date_trunc('year', ${end}::date)::date and ${end}::date)`
  const later = sql<SqlBool>`(${withLater} and m.booked_on > ${end}::date
    and m.relates_to between ${start}::date and ${end}::date)`
  // Excludes reversed interest that wasn't due yet.
  const year = await sumOwed(tx, question, sql`(${inYear} or ${later}) and m.about = 'payment'`)
  return {
    opening: owedOnly(await sumOwed(tx, question, sql`m.booked_on < ${start}::date`)),
    closing: owedOnly(await sumOwed(tx, question, sql`(m.booked_on <= ${end}::date or ${later})`)),
    movements: await readMovements(tx, question, sql`(${isIn} or ${later})`),
    paidThisYear: -year.interest,
    withheldThisYear: year.withheld,
  }
}

const sums = sql`coalesce(sum(m.principal_cents), 0)::text as principal, coalesce(sum(m.interest_cents), 0)::text as interest,
  coalesce(sum(m.withheld_cents), 0)::text as withheld`

const fromBooks = sql`app.note_movements m join ledger_chain c on c.entry_id = m.entry_id`

async function sumOwed(
  tx: Transaction<Database>,
  { holderId, head }: BooksQuestion,
  which: RawBuilder<unknown>,
): Promise<Owed & { withheld: bigint }> {
  const { rows } = await sql<OwedRow>`select ${sums} from ${fromBooks}
    where m.holder_id = ${holderId} and c.position <= ${head} and ${which}`.execute(tx)
  return { ...toOwed(rows[0]), withheld: toCents(rows[0]?.withheld ?? '0') }
}

async function readMovements(
  tx: Transaction<Database>,
  { holderId, head }: BooksQuestion,
  which: RawBuilder<unknown>,
): Promise<Movement[]> {
  const { rows } = await sql<Omit<Movement, keyof OwedRow> & OwedRow>`
    select m.kind, case when m.reverses is not null then m.about end as "reversedKind", n.number as note,
      m.booked_on as "bookedOn", m.relates_to as "relatesTo", m.reference, ${sums}
    from ${fromBooks} join notes n on n.id = m.note_id
    where m.holder_id = ${holderId} and c.position <= ${head} and ${which}
    group by m.entry_id, m.kind, m.about, m.reverses, m.booked_on, m.relates_to, m.reference, n.number, c.position
    order by m.booked_on, c.position, n.number`.execute(tx)
  return rows
    .map(row => ({ ...row, ...toOwed(row), withheld: toCents(row.withheld) }))
    .filter(({ principal, interest }) => principal !== 0n || interest !== 0n)
}

const owedOnly = ({ principal, interest }: Owed): Owed => ({ principal, interest })

type OwedRow = Record<keyof Owed | 'withheld', string>

function toOwed(row: OwedRow | undefined): Owed {
  return { principal: toCents(row?.principal ?? '0'), interest: toCents(row?.interest ?? '0') }
}
