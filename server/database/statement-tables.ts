import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { StatementRhythm } from '../../rules/holders.ts'
import type { RunKind, RunState } from '../../rules/statements.ts'

/** The tables of migration 0034. Days are 'YYYY-MM-DD'. */
export interface StatementTables {
  statement_runs: StatementRunsTable
  statements: StatementsTable
}

export interface StatementRunsTable {
  id: Generated<string>
  kind: RunKind
  rhythm: StatementRhythm
  period_start: string
  period_end: string
  holder_id: string | null
  corrects: string | null
  reason: string | null
  state: Generated<RunState>
  requested_by: string | null
  created_at: GeneratedAlways<Date>
  /** When preparing began, for the first time or again. */
  begun_at: Generated<Date>
  problem: string | null
  prepared_at: Date | null
  released_at: Date | null
  released_by: string | null
  approval_id: string | null
}

export interface StatementsTable {
  id: Generated<string>
  /** Such as 'S-000001'. */
  number: GeneratedAlways<string>
  run_id: string
  kind: RunKind
  holder_id: string
  period_start: string
  period_end: string
  user_id: string
  file_stamp: number
  opening_principal_cents: ColumnType<number | null, bigint | null, bigint | null>
  opening_interest_cents: ColumnType<number | null, bigint | null, bigint | null>
  activity_principal_cents: ColumnType<number | null, bigint | null, bigint | null>
  activity_interest_cents: ColumnType<number | null, bigint | null, bigint | null>
  closing_principal_cents: ColumnType<number | null, bigint | null, bigint | null>
  closing_interest_cents: ColumnType<number | null, bigint | null, bigint | null>
  accrued_cents: ColumnType<number | null, bigint | null, bigint | null>
  ledger_seq: number | null
  sha256: string | null
  document_id: string | null
  csv_document_id: string | null
  corrects: string | null
  prepared_at: Date | null
  released_at: Date | null
  created_at: GeneratedAlways<Date>
}
