import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { ElectionChoice, LedgerKind, MaturityNotice, NoteState } from '../../rules/note-records.ts'
import type { Convention } from '../../rules/notes/calendar.ts'
import type { DayCount, Payout } from '../../rules/notes/interest.ts'
import type { StatementTables } from './statement-tables.ts'

/**
 * The tables of migration 0033. Money is in cents: it is read as a number, which `toCents` (`cents.ts`) makes a bigint,
 * and written as a bigint. Days are 'YYYY-MM-DD'.
 */
export interface NoteTables extends StatementTables {
  notes: NotesTable
  note_signers: NoteSignersTable
  note_papers: NotePapersTable
  schedule_lines: ScheduleLinesTable
  ledger_entries: LedgerEntriesTable
  ledger_lines: LedgerLinesTable
  ledger_chain: LedgerChainTable
  statement_periods: StatementPeriodsTable
  elections: ElectionsTable
  maturity_notices: MaturityNoticesTable
}

export interface NotesTable {
  id: Generated<string>
  /** Such as 'LK-2026-0001'. */
  number: string
  holder_id: string
  offering: string
  principal_cents: ColumnType<number, bigint, bigint>
  rate_bp: number
  term_months: number
  payout: Payout
  day_count: DayCount
  convention: Generated<Convention>
  /** In a draft the planned day; else the day from which interest runs. */
  issue_date: string | null
  first_payment_date: string | null
  maturity_date: string | null
  /** Two letters. */
  sale_state: string | null
  default_rate_bp: number | null
  early_redemption: string | null
  predecessor_id: string | null
  payee: string | null
  /** As signed; null in a draft. The database writes it, and its hash. */
  terms: ColumnType<Record<string, unknown> | null, never, never>
  terms_sha256: ColumnType<Buffer | null, never, never>
  state: Generated<NoteState>
  signed_at: Date | null
  funded_at: Date | null
  closed_at: Date | null
  closed_on: string | null
  close_reason: string | null
  created_at: GeneratedAlways<Date>
  created_by: ColumnType<string | null, never, never>
  /** Of the schedule that applies; 0 while there is none. */
  version: Generated<number>
  /** The due date of the first line whose interest the ledger doesn't have yet. */
  next_due_on: string | null
}

export interface NoteSignersTable {
  note_id: string
  user_id: string
  signed_at: Date
  recorded_by: ColumnType<string, never, never>
  recorded_at: GeneratedAlways<Date>
  document_id: string | null
}

export interface NotePapersTable {
  note_id: string
  document_id: string
  filed_by: ColumnType<string, never, never>
  filed_at: GeneratedAlways<Date>
}

export interface ScheduleLinesTable {
  note_id: string
  version: number
  n: number
  holder_id: string
  start_date: string
  due_date: string
  pay_date: string
  days: number
  is_stub: boolean
  interest_cents: ColumnType<number, bigint, bigint>
  principal_cents: ColumnType<number, bigint | undefined, never>
}

export interface LedgerEntriesTable {
  id: Generated<string>
  /** In the order of writing. The order of commits is `ledger_chain.position`. */
  seq: GeneratedAlways<number>
  kind: LedgerKind
  note_id: string
  holder_id: string
  booked_on: string
  relates_to: string
  schedule_version: number | null
  line_n: number | null
  reference: string | null
  reverses: string | null
  idempotency_key: string
  approval_id: string | null
  /** Null: a job. */
  recorded_by: ColumnType<string | null, never, never>
  created_at: GeneratedAlways<Date>
}

export interface LedgerLinesTable {
  entry_id: string
  n: number
  account: number
  debit_cents: ColumnType<number, bigint | undefined, never>
  credit_cents: ColumnType<number, bigint | undefined, never>
  note_id: string
  holder_id: string
}

export interface LedgerChainTable {
  position: ColumnType<number, never, never>
  entry_id: ColumnType<string, never, never>
  previous_hash: ColumnType<Buffer, never, never>
  hash: ColumnType<Buffer, never, never>
}

/** Periods into which nothing is dated anymore. */
export interface StatementPeriodsTable {
  id: Generated<string>
  /** Null: everyone's. */
  holder_id: string | null
  period_end: string
  closed_at: GeneratedAlways<Date>
}

export interface ElectionsTable {
  id: Generated<string>
  note_id: string
  holder_id: string
  choice: ElectionChoice
  renew_cents: ColumnType<number | null, bigint | null, bigint | null>
  new_term_months: number | null
  made_by: ColumnType<string, never, never>
  made_at: GeneratedAlways<Date>
  /** Made after the election had closed: it counts once it has an approval. */
  is_late: Generated<boolean>
  approval_id: string | null
  superseded_at: Date | null
}

export interface MaturityNoticesTable {
  note_id: string
  kind: MaturityNotice
  sent_at: GeneratedAlways<Date>
}
