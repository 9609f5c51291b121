import { sql, type Transaction } from 'kysely'
import { principalAfter } from '../../rules/notes/part-repayment.ts'
import { toCents } from '../database/cents.ts'
import type { Database } from '../database/types.ts'
import { PortalError } from '../platform/portal-error.ts'
import { type NoteRow, principalOwed } from './note-row.ts'

/** A line of a note's schedule, with what the ledger has of it. Amounts are cents, days 'YYYY-MM-DD'. */
export interface LineStatus {
  version: number
  n: number
  start: string
  due: string
  pay: string
  days: number
  isStub: boolean
  interest: bigint
  principal: bigint
  /** Interest paid. */
  paid: bigint
  /** Whether the ledger has the interest as due. */
  isPosted: boolean
}

/** @returns the lines of the schedule that applies to a note, in order */
export async function readLines(
  tx: Transaction<Database>,
  note: Pick<NoteRow, 'id' | 'version'>,
): Promise<LineStatus[]> {
  const { rows } = await sql<
    Record<'start' | 'due' | 'pay' | 'interest' | 'principal' | 'paid', string> &
      Record<'version' | 'n' | 'days', number> & { is_stub: boolean; is_posted: boolean }
  >`
    select s.version, s.n, s.start_date as start, s.due_date as due, s.pay_date as pay, s.days, s.is_stub,
      s.interest_cents::text as interest, s.principal_cents::text as principal,
      coalesce((select sum(l.debit_cents - l.credit_cents) from ledger_entries e
        join ledger_lines l on l.entry_id = e.id and l.account = 2020
        where e.note_id = s.note_id and e.line_n = s.n and e.kind <> 'interest_due'), 0)::text as paid,
      exists (select from ledger_entries e where e.note_id = s.note_id and e.line_n = s.n and e.kind = 'interest_due')
        as is_posted
    from schedule_lines s where s.note_id = ${note.id} and s.version = ${note.version} order by s.n`.execute(tx)
  return rows.map(({ interest, principal, paid, is_stub, is_posted, ...row }) => ({
    ...row,
    isStub: is_stub,
    isPosted: is_posted,
    interest: toCents(interest),
    principal: toCents(principal),
    paid: toCents(paid),
  }))
}

/** @returns the principal that falls due at maturity by the schedule, in cents */
export async function principalAtMaturity(
  tx: Transaction<Database>,
  note: Pick<NoteRow, 'id' | 'version'>,
): Promise<bigint> {
  const { rows } = await sql<{ principal: string }>`
    select principal_cents::text as principal from schedule_lines
    where note_id = ${note.id} and version = ${note.version} order by n desc limit 1`.execute(tx)
  return toCents(rows[0]?.principal ?? 0)
}

/** What a payment settles: the interest of a line, or principal. */
export interface Settled {
  /** Undefined for principal. */
  line: { version: number; n: number } | undefined
  /** The due date that it settles. */
  due: string
  cents: bigint
}

/**
 * @returns what is due on a note by a day and hasn't been paid: interest, earliest first, then principal that has
 *   fallen due
 */
export async function dueBy(tx: Transaction<Database>, note: NoteRow, day: string): Promise<Settled[]> {
  const lines = await readLines(tx, note)
  const due = lines
    // With the convention 'preceding' the pay date may be before the due date, and counts.
    .filter(line => line.paid < line.interest && earlier(line.due, line.pay) <= day)
    .map(({ version, n, due, interest, paid }): Settled => ({ line: { version, n }, due, cents: interest - paid }))
  const last = lines.findLast(({ principal, ...line }) => principal > 0n && earlier(line.due, line.pay) <= day)
  if (!last) return due
  const owed = (await principalOwed(tx, note.id)) - principalAfter(lines, last.due)
  return owed > 0n ? [...due, { line: undefined, due: last.due, cents: owed }] : due
}

/**
 * @param amount in cents
 * @returns what a payment settles of what is due by its day
 * @throws PortalError PAYMENT_NOTHING_DUE; PAYMENT_OVER where it is more than that
 */
export async function allocate(
  tx: Transaction<Database>,
  note: NoteRow,
  day: string,
  amount: bigint,
): Promise<Settled[]> {
  const due = await dueBy(tx, note, day)
  if (due.length === 0) throw new PortalError('PAYMENT_NOTHING_DUE')
  let left = amount
  const settled: Settled[] = []
  for (const each of due) {
    const cents = each.cents < left ? each.cents : left
    if (cents > 0n) settled.push({ ...each, cents })
    left -= cents
  }
  if (left > 0n) throw new PortalError('PAYMENT_OVER')
  return settled
}

function earlier(one: string, other: string): string {
  return one < other ? one : other
}
