import type { Generated, GeneratedAlways } from 'kysely'
import type { ApprovalDecision, HolderKind, MemberRight, SigningRule, StatementRhythm } from '../../rules/holders.ts'

/** The tables of migration 0032. */
export interface HolderTables {
  holders: HoldersTable
  holder_members: HolderMembersTable
  approvals: ApprovalsTable
  vault_numbers: VaultNumbersTable
}

export interface HoldersTable {
  id: Generated<string>
  /** Such as 'H-0001'. */
  number: GeneratedAlways<string>
  legal_name: string
  kind: HolderKind
  custodian_name: string | null
  /** Set by the database, together with the number in the vault. */
  custodian_account_last4: string | null
  signing_rule: Generated<SigningRule>
  address_lines: string | null
  /** Two letters. */
  state: string | null
  statement_rhythm: Generated<StatementRhythm>
  created_at: GeneratedAlways<Date>
  created_by: string | null
  frozen_at: Date | null
}

export interface HolderMembersTable {
  id: Generated<string>
  holder_id: string
  user_id: string
  member_right: MemberRight
  added_at: GeneratedAlways<Date>
  added_by: string | null
  approval_id: string | null
  ended_at: Date | null
  ended_by: string | null
}

export interface ApprovalsTable {
  id: Generated<string>
  kind: string
  subject_id: string
  holder_id: string | null
  content: Record<string, unknown>
  content_sha256: Buffer
  summary: string
  asked_by: string
  asked_at: GeneratedAlways<Date>
  decided_by: string | null
  decided_at: Date | null
  decision: ApprovalDecision | null
  reason: string | null
}

/** The site writes and reads it through functions only: see `server/vault/`. */
export interface VaultNumbersTable {
  id: string
  holder_id: string
  kind: string
  ciphertext: Buffer
  key_id: Buffer
  hmac: Buffer
  last4: string
  created_at: GeneratedAlways<Date>
  created_by: string | null
}
