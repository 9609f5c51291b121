import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { Category } from '../../rules/accreditation/categories.ts'
import type { EvidenceKind, LicenseSeries } from '../../rules/accreditation/evidence-kinds.ts'
import type { Owner } from '../../rules/accreditation/high-minimum.ts'
import type { Method } from '../../rules/accreditation/methods.ts'
import type { AccreditationReminder } from '../../rules/accreditation/reminders.ts'
import type { AccreditationState } from '../../rules/accreditation/states.ts'

/** What one reviewer decided. */
export type ReviewDecision = 'approved' | 'returned' | 'rejected'

/** The tables of migration 0035. Days are YYYY-MM-DD in the fund's zone, amounts cents. */
export interface AccreditationTables {
  accreditations: AccreditationsTable
  representations: RepresentationsTable
  evidence: EvidenceTable
  accreditation_reviews: AccreditationReviewsTable
  reliances: ReliancesTable
  destruction_certificates: DestructionCertificatesTable
  accreditation_reminders: AccreditationRemindersTable
}

export interface AccreditationsTable {
  id: Generated<string>
  holder_id: string
  state: Generated<AccreditationState>
  category: Category
  method: Method
  amount_cents: ColumnType<number, bigint, bigint>
  is_own_money: boolean
  is_renewal: Generated<boolean>
  is_joint_test: Generated<boolean>
  owners: ColumnType<Owner[], string, string>
  earlier_id: string | null
  verified_on: string | null
  started_by: string
  started_at: GeneratedAlways<Date>
  submitted_at: Date | null
  round: Generated<number>
  reviewers_needed: Generated<number>
  decided_at: Date | null
  valid_from: string | null
  valid_through: string | null
  reason: string | null
  revoked_by: string | null
  revoked_at: Date | null
  cleared_at: Date | null
}

export interface RepresentationsTable {
  id: Generated<string>
  accreditation_id: string
  holder_id: string
  user_id: string
  version: string
  text: string
  sha256: ColumnType<Buffer, undefined, never>
  typed_name: string
  ip: string | null
  user_agent: string | null
  signed_at: GeneratedAlways<Date>
  superseded_at: Date | null
}

export interface EvidenceTable {
  id: Generated<string>
  accreditation_id: string
  holder_id: string
  /** Null once the file is gone. */
  document_id: string | null
  kind: EvidenceKind
  filename: string
  sha256: string | null
  dated_on: string | null
  ssn_pages: Generated<number[]>
  /** Whether its text could be searched for Social Security numbers, but for pages without any. */
  is_searched: Generated<boolean>
  /** Pages without text, from 1, where others have some. */
  unsearched_pages: Generated<number[]>
  /** Whether an IRS form was found in its text. */
  shows_tax_form: Generated<boolean>
  sent_anyway_at: Date | null
  /** Of a letter, as its sender says. */
  signed_by: string | null
  /** Whose it is, where people prove by themselves that they are accredited. */
  person: string | null
  /** Of a license printout, as its sender says. */
  crd_number: string | null
  license_series: LicenseSeries | null
  /** Of an IRS form. */
  tax_year: number | null
  /** Whether its text names the holder or somebody behind it; null where it couldn't be searched. */
  names_holder: boolean | null
  added_by: string
  added_at: GeneratedAlways<Date>
  destroy_on: string | null
}

export interface AccreditationReviewsTable {
  id: Generated<string>
  accreditation_id: string
  holder_id: string
  round: number
  reviewer_id: string
  decision: ReviewDecision
  ticks: Generated<string[]>
  reviewed_at: GeneratedAlways<Date>
}

export interface ReliancesTable {
  id: Generated<string>
  accreditation_id: string
  holder_id: string
  note_id: string
  amount_cents: ColumnType<number, bigint, bigint>
  relied_on: string
  recorded_by: string
  recorded_at: GeneratedAlways<Date>
}

export interface DestructionCertificatesTable {
  id: Generated<string>
  /** Null where its sender has removed it since. */
  evidence_id: string | null
  /** Null for a document that nobody had added to a verification. */
  accreditation_id: string | null
  holder_id: string | null
  owner_id: string
  document_id: string
  kind: EvidenceKind | null
  filename: string
  file_size: number
  sha256: string | null
  due_on: string
  destroyed_at: GeneratedAlways<Date>
}

export interface AccreditationRemindersTable {
  holder_id: string
  note_id: string
  kind: AccreditationReminder
  reminded_at: GeneratedAlways<Date>
}
