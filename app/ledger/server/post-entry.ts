import { randomUUID } from 'node:crypto'
import type { Insertable, Transaction } from 'kysely'
import { sql } from 'kysely'
import type { ConstraintCodes } from '../../../server/database/errors.ts'
import { insertRows } from '../../../server/database/insert-rows.ts'
import type { Database, LedgerEntriesTable, LedgerLinesTable } from '../../../server/database/types.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import type { LedgerKind, LedgerLine } from '../../notes/note-records.ts'
import { sanctionsCodes } from '../../sanctions/server/require-clear.ts'

/** An entry to post. Amounts are cents, days 'YYYY-MM-DD'. */
export interface NewEntry {
  kind: LedgerKind
  /** Null, as `holderId`, for the fund's own entries. */
  noteId: string | null
  holderId: string | null
  /** Another holder with a counterpart entry: both are booked on the same day. */
  alsoOf?: string
  /** The day it relates to, not in the future. If that day's statement has been released, it is booked today. */
  day: string
  /** A line's note defaults to the entry's; it may be another note of the same holder. */
  lines: readonly (LedgerLine & { noteId?: string | null })[]
  /** The scheduled payment that it settles, or that falls due. */
  line?: { version: number; n: number }
  reference?: string
  /** The entry that this one mirrors. */
  reverses?: string
  /** Unique: prevents booking anything twice. */
  key: string
  /** The approval; only interest that falls due needs none. */
  approvalId?: string
}

/** For operations that post to the ledger. */
export const ledgerCodes: ConstraintCodes = {
  ...sanctionsCodes,
  ledger_entries_idempotency_key_key: 'PAYMENT_TWICE',
  ledger_entries_reverses_key: 'LEDGER_REVERSED',
  ledger_reverses_once: 'LEDGER_REVERSAL',
  ledger_period_is_closed: 'LEDGER_PERIOD_CLOSED',
  ledger_day_has_come: 'NOTE_DAY_AHEAD',
  ledger_pays_once: 'PAYMENT_TWICE',
  ledger_balances: 'LEDGER_REFUSED',
  ledger_follows_schedule: 'LEDGER_REFUSED',
  ledger_reversal_mirrors: 'LEDGER_REFUSED',
}

/**
 * Posts an entry. The database checks it against the others when the transaction commits, and links it to the previous
 * one.
 * @param tx a transaction of the approval `approvalId`, or a job's
 * @returns the entry's id
 */
export async function postEntry(tx: Transaction<Database>, entry: NewEntry): Promise<string> {
  const [id] = await postEntries(tx, [entry])
  return id as string
}

/**
 * `postEntry` for many.
 * @returns their ids, in order
 */
export async function postEntries(tx: Transaction<Database>, entries: readonly NewEntry[]): Promise<string[]> {
  const holdersOf = ({ holderId, alsoOf }: NewEntry) => (alsoOf ? [holderId, alsoOf] : [holderId])
  const closed = await closedUntil(tx, [...new Set(entries.flatMap(holdersOf))])
  const lastClosed = (entry: NewEntry) =>
    holdersOf(entry)
      .map(id => closed.get(id ?? '') ?? '')
      .toSorted()
      .at(-1)
  const made = entries.map(entry => ({ id: randomUUID(), entry }))
  await insertRows(
    tx,
    'ledger_entries',
    made.map(({ id, entry }) => rowOf(id, entry, lastClosed(entry))),
  )
  await insertRows(
    tx,
    'ledger_lines',
    made.flatMap(({ id, entry }) => linesOf(id, entry)),
  )
  return made.map(({ id }) => id)
}

/** @returns the day up to which the books are closed, by holder; '' is the fund itself */
async function closedUntil(tx: Transaction<Database>, holderIds: (string | null)[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ holder: string; day: string | null }>`
    select coalesce(holder::text, '') as holder, (select max(p.period_end) from statement_periods p
      where p.holder_id = holder or p.holder_id is null) as day
    from unnest(${holderIds}::uuid[]) holder`.execute(tx)
  return new Map(rows.flatMap(({ holder, day }) => (day === null ? [] : [[holder, day]])))
}

function rowOf(id: string, entry: NewEntry, closed = ''): Insertable<LedgerEntriesTable> {
  const { kind, noteId, holderId, day, line, reference, reverses, key, approvalId } = entry
  return {
    id,
    kind,
    note_id: noteId,
    holder_id: holderId,
    booked_on: day <= closed ? fundDay() : day,
    relates_to: day,
    schedule_version: line?.version ?? null,
    line_n: line?.n ?? null,
    reference: reference ?? null,
    reverses: reverses ?? null,
    idempotency_key: key,
    approval_id: approvalId ?? null,
  }
}

function linesOf(entryId: string, { noteId, holderId, lines }: NewEntry): Insertable<LedgerLinesTable>[] {
  return lines.map((line, index) => ({
    entry_id: entryId,
    n: index + 1,
    account: line.account,
    debit_cents: line.debit,
    credit_cents: line.credit,
    note_id: line.noteId ?? noteId,
    holder_id: holderId,
  }))
}

/** @returns the two lines that move an amount, in cents, between accounts */
export function movement(debit: LedgerLine['account'], credit: LedgerLine['account'], cents: bigint): LedgerLine[] {
  return [
    { account: debit, debit: cents, credit: 0n },
    { account: credit, debit: 0n, credit: cents },
  ]
}
