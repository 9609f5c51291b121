// Written by `npm run schema` from the database that server/database/schema/ builds. Change that instead.

import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { Owner } from '../../app/accreditation/high-minimum.ts'
import type { DocumentCategory } from '../../app/documents/documents.ts'
import type { FileMark } from '../../app/file-checks/file-checks.ts'
import type { AnyNoticeKind } from '../../app/notifications/mail-preferences.ts'

/* Times are UTC instants, days are 'YYYY-MM-DD', sizes are bytes. */

/** Cents: read as a number, which `toCents` (`cents.ts`) makes a bigint, and written as a bigint. */
type Cents = ColumnType<number, bigint, bigint>
type CentsOrNone = ColumnType<number | null, bigint | null | undefined, bigint | null>
type CentsOrZero = ColumnType<number, bigint | undefined, bigint>

/** The tables and views that people and jobs use. */
export interface Database {
  'app.actor_keys': ActorKeysTable
  user_profiles: UserProfilesTable
  invitations: InvitationsTable
  access_reviews: AccessReviewsTable
  access_reminders: AccessRemindersTable
  list_columns: ListColumnsTable
  holders: HoldersTable
  holder_members: HolderMembersTable
  vault_numbers: VaultNumbersTable
  approvals: ApprovalsTable
  esign_consents: EsignConsentsTable
  documents: DocumentsTable
  document_views: DocumentViewsTable
  delete_decisions: DeleteDecisionsTable
  document_figures: DocumentFiguresTable
  grants: GrantsTable
  delegate_reads: DelegateReadsTable
  file_accesses: FileAccessesTable
  document_openings: DocumentOpeningsTable
  document_requests: DocumentRequestsTable
  uploads: UploadsTable
  sweeps: SweepsTable
  missing_files: MissingFilesTable
  document_deliveries: DocumentDeliveriesTable
  delivery_files: DeliveryFilesTable
  delivery_documents: DeliveryDocumentsTable
  delivery_file_looks: DeliveryFileLooksTable
  paper_batches: PaperBatchesTable
  paper_sources: PaperSourcesTable
  paper_batch_items: PaperBatchItemsTable
  paper_item_looks: PaperItemLooksTable
  messages: MessagesTable
  call_requests: CallRequestsTable
  conversations: ConversationsTable
  conversation_messages: ConversationMessagesTable
  conversation_attachments: ConversationAttachmentsTable
  conversation_reads: ConversationReadsTable
  admin_notes: AdminNotesTable
  notes: NotesTable
  'app.note_counters': NoteCountersTable
  note_signers: NoteSignersTable
  note_signatures_voided: NoteSignaturesVoidedTable
  schedule_lines: ScheduleLinesTable
  elections: ElectionsTable
  maturity_notices: MaturityNoticesTable
  import_batches: ImportBatchesTable
  note_papers: NotePapersTable
  sale_filings: SaleFilingsTable
  ledger_entries: LedgerEntriesTable
  ledger_lines: LedgerLinesTable
  ledger_chain: LedgerChainTable
  journal_exports: JournalExportsTable
  journal_export_entries: JournalExportEntriesTable
  register_checks: RegisterChecksTable
  'app.note_movements': NoteMovementsTable
  'app.note_principals': NotePrincipalsTable
  'app.note_interests': NoteInterestsTable
  'app.line_status': LineStatusTable
  bank_lists: BankListsTable
  bank_lines: BankLinesTable
  cleared_entries: ClearedEntriesTable
  bank_balances: BankBalancesTable
  'app.bank_movements': BankMovementsTable
  statement_periods: StatementPeriodsTable
  statement_runs: StatementRunsTable
  statements: StatementsTable
  tax_certifications: TaxCertificationsTable
  tax_profiles: TaxProfilesTable
  tin_notices: TinNoticesTable
  tax_consents: TaxConsentsTable
  tax_runs: TaxRunsTable
  tax_returns: TaxReturnsTable
  tax_return_mails: TaxReturnMailsTable
  letter_runs: LetterRunsTable
  letters: LettersTable
  seal_certificates: SealCertificatesTable
  sealed_files: SealedFilesTable
  wire_instructions: WireInstructionsTable
  wire_openings: WireOpeningsTable
  wire_views: WireViewsTable
  'app.run_items': RunItemsTable
  'app.runs': RunsTable
  'app.recalled_runs': RecalledRunsTable
  accreditations: AccreditationsTable
  representations: RepresentationsTable
  accreditation_copies: AccreditationCopiesTable
  evidence: EvidenceTable
  accreditation_reviews: AccreditationReviewsTable
  reliances: ReliancesTable
  destruction_certificates: DestructionCertificatesTable
  accreditation_reminders: AccreditationRemindersTable
  envelopes: EnvelopesTable
  envelope_signers: EnvelopeSignersTable
  envelope_events: EnvelopeEventsTable
  covered_persons: CoveredPersonsTable
  covered_questionnaires: CoveredQuestionnairesTable
  covered_reminders: CoveredRemindersTable
  sanctions_lists: SanctionsListsTable
  sanctions_entries: SanctionsEntriesTable
  sanctions_checks: SanctionsChecksTable
  sanctions_hits: SanctionsHitsTable
  'app.sanctions_names': SanctionsNamesTable
  offerings: OfferingsTable
  disclosures: DisclosuresTable
  disclosure_receipts: DisclosureReceiptsTable
  subscriptions: SubscriptionsTable
  subscription_remarks: SubscriptionRemarksTable
  calendar_addresses: CalendarAddressesTable
  calendar_events: CalendarEventsTable
  mail_preferences: MailPreferencesTable
  notices: NoticesTable
  mail_failures: MailFailuresTable
  audit_log: AuditLogTable
  'audit.chain': ChainTable
  'audit.redactions': RedactionsTable
  'audit.deliveries': DeliveriesTable
  'app.readable_audit': ReadableAuditTable
  'app.vault_keys': VaultKeysTable
  'app.vault': VaultTable
  'app.backups': BackupsTable
  'app.backup_alarms': BackupAlarmsTable
  'app.archive_state': ArchiveStateTable
  'app.browser_files': BrowserFilesTable
  'app.fund': FundTable
}

/** The tables of the schema `auth`, which are the sign-in's. */
export interface AuthDatabase {
  'auth.users': UsersTable
  'auth.sessions': SessionsTable
  'auth.limits': LimitsTable
  'auth.email_changes': EmailChangesTable
  'auth.address_changes': AddressChangesTable
  'auth.devices': DevicesTable
  'auth.sign_in_codes': SignInCodesTable
  'auth.passkeys': PasskeysTable
  'auth.challenges': ChallengesTable
  'auth.recovery_codes': RecoveryCodesTable
  'auth.session_proofs': SessionProofsTable
  'auth.passkey_permits': PasskeyPermitsTable
  'auth.passkey_recoveries': PasskeyRecoveriesTable
}

/** What the role app_auth can access within a transaction: its schema, and the profiles’ addresses. */
export type AuthTables = AuthDatabase & Pick<Database, 'user_profiles'>

export interface ActorKeysTable {
  /** The key padded to a block of SHA-256 and mixed with the two constants of RFC 2104. */
  inner_block: GeneratedAlways<Buffer>
  outer_block: GeneratedAlways<Buffer>
  retired_at: GeneratedAlways<Date | null>
}

export interface UsersTable {
  id: Generated<string>
  name: Generated<string>
  email: string
  email_verified: Generated<boolean>
  image: string | null
  /** Details of a person before the first sign-in: full_name, name, organization, email (section 4). */
  metadata: Generated<Record<string, unknown>>
  created_at: Generated<Date>
  updated_at: Generated<Date>
  locked_at: Date | null
}

export interface SessionsTable {
  id: Generated<string>
  user_id: string
  expires_at: Date
  ip_address: string | null
  user_agent: string | null
  created_at: Generated<Date>
  updated_at: Generated<Date>
  /** SHA-256 of what the browser's cookie holds, in hexadecimal digits: no one who reads it can use a session. */
  token_hash: string
}

export interface LimitsTable {
  key: string
  used: number
  window_ends_at: Date
}

export interface EmailChangesTable {
  session_id: string
  user_id: string
  step: 'verify-current' | 'enter-new' | 'verify-new'
  /** The address when the change began. Where it is another by now, this change is void. */
  old_email: string
  new_email: string | null
  /** HMAC of the code in progress. */
  code_hash: string | null
  code_expires_at: Date | null
  tries: Generated<number>
  /** HMACs of the last codes that a newer one took the place of, newest first. */
  earlier_hashes: Generated<string[]>
  created_at: Generated<Date>
  expires_at: Date
}

export interface AddressChangesTable {
  id: Generated<string>
  user_id: string
  old_email: string
  new_email: string
  /** HMAC of the secret in the mail to the old address. */
  token_hash: string
  ip_address: string | null
  user_agent: string | null
  changed_at: Generated<Date>
  report_until: Date
  /**
   * Reported: the account is locked. Restored: it is the old address's again. Voided: an earlier change was
   * undone, or the fund has unlocked the account.
   */
  reported_at: Date | null
  restored_at: Date | null
  voided_at: Date | null
  code_hash: string | null
  code_expires_at: Date | null
  tries: Generated<number>
  /** HMACs of the last codes that a newer one took the place of, newest first. */
  earlier_hashes: Generated<string[]>
}

export interface DevicesTable {
  user_id: string
  device_hash: string
  created_at: Generated<Date>
  seen_at: Generated<Date>
}

export interface SignInCodesTable {
  id: string
  browser: string
  address: string
  network: string
  /** The browser as auth.devices knows it; null for a browser with which this person has not signed in. */
  device: string | null
  code_hash: string
  /** For strangers: the second code in the same e-mail. */
  second_hash: string | null
  attempts: Generated<number>
  second_attempts: Generated<number>
  /** The proof of work that paid for the request; each pays once. */
  work: string | null
  created_at: Generated<Date>
  expires_at: Date
  attempted_at: Date | null
  /** When the first code was right and the second one was requested. */
  confirmed_at: Date | null
  used_at: Date | null
}

export interface PasskeysTable {
  id: Generated<string>
  user_id: string
  /** Chosen by the authenticator: at most 1023 bytes, in base64url. */
  credential_id: string
  /** COSE key */
  public_key: Buffer
  /** How often the authenticator says it was used. Synced passkeys always say 0. */
  counter: Generated<number>
  transports: Generated<string[]>
  /** Whether it is synced to the person's other devices. */
  backed_up: boolean
  name: string
  created_at: Generated<Date>
  last_used_at: Date | null
}

export interface ChallengesTable {
  challenge: string
  purpose: 'sign-in' | 'add' | 'proof'
  /** The session's id; at sign-in, HMAC of the browser's cookie. */
  bound_to: string
  expires_at: Date
}

export interface RecoveryCodesTable {
  /** HMAC */
  code_hash: string
  user_id: string
  created_at: Generated<Date>
}

export interface SessionProofsTable {
  session_id: string
  proved_at: Date | null
  method: 'passkey' | 'code' | 'recovery-code' | null
  /** When it last showed a passkey, at sign-in or later. */
  passkey_at: Date | null
  /** HMAC of the e-mailed code in progress. */
  code_hash: string | null
  code_expires_at: Date | null
  tries: Generated<number>
  /** HMACs of the last codes that a newer one took the place of, newest first. */
  earlier_hashes: Generated<string[]>
}

export interface PasskeyPermitsTable {
  user_id: string
  granted_by: string
  expires_at: Date
}

export interface PasskeyRecoveriesTable {
  user_id: string
  asked_at: Generated<Date>
  starts_at: Date
  ends_at: Date
  /** HMAC of the secret in the mail to each address of the account, which stops it. */
  stop_hash: string
  ip_address: string | null
  user_agent: string | null
}

export interface UserProfilesTable {
  id: string
  email: string
  full_name: string | null
  organization: string | null
  is_admin: Generated<boolean>
  created_at: Generated<Date>
  updated_at: Generated<Date>
  accepted_at: Date | null
  accepted_by: string | null
  admin_at: Date | null
  admin_by: string | null
  disabled_at: Date | null
  disabled_by: string | null
  disabled_reason: string | null
  erase_requested_at: Date | null
  erased_at: Date | null
  /** When they answered, or skipped, the question for their name and organization. */
  details_asked_at: Date | null
  /** When they hid the four steps of investing. */
  steps_hidden_at: Date | null
  is_approver: Generated<boolean>
  /**
   * When their approvals begin to count: after a new right and after each re-issue of their identity. Null for a person
   * whom the operator's command made an administrator or approver.
   */
  decides_from: Date | null
  /** The last re-issue of the identity of an administrator or approver. */
  reissued_as: 'permit' | 'passkey' | 'recovery-code' | 'address' | 'reset' | 'access' | null
  /** Who last allowed them to add a passkey, and until when neither of the two approves the other's requests. */
  permitted_by: string | null
  permitted_until: Date | null
  /**
   * When the operator's command made them an administrator or approver, or confirmed them: for a day, their first
   * passkey is no re-issue.
   */
  operator_granted_at: Date | null
  /** When they last stopped being an active administrator or approver. */
  right_ended_at: Date | null
}

export interface InvitationsTable {
  user_id: string
  invited_by: string | null
  sent_at: Generated<Date>
  times: Generated<number>
  accepted_at: Date | null
}

export interface AccessReviewsTable {
  id: GeneratedAlways<string>
  reviewed_at: GeneratedAlways<Date>
  reviewed_by: string | null
  administrators: number
  people: number
  guests: number
  disabled: number
}

export interface AccessRemindersTable {
  reminded_at: Date
}

export interface ListColumnsTable {
  user_id: string
  list: string
  columns: string[]
  updated_at: GeneratedAlways<Date>
}

export interface HoldersTable {
  id: Generated<string>
  number: GeneratedAlways<string>
  /** Exactly as titled. */
  legal_name: string
  kind:
    | 'individual'
    | 'joint_jtwros'
    | 'joint_tic'
    | 'joint_community'
    | 'revocable_trust'
    | 'irrevocable_trust'
    | 'llc'
    | 'lp'
    | 'corporation'
    | 'sdira'
    | 'solo_401k'
  custodian_name: string | null
  /** Of the number in the vault; set with it. */
  custodian_account_last4: string | null
  /** The number of members who must sign, of those who may. */
  signing_rule: Generated<'one' | 'all' | 'any_two'>
  address_lines: string | null
  /** Where they live or are organized: two letters. */
  state: string | null
  statement_rhythm: Generated<'monthly' | 'quarterly' | 'annual'>
  created_at: GeneratedAlways<Date>
  created_by: string | null
  /** Death or dispute: members read and change nothing. */
  frozen_at: Date | null
}

export interface HolderMembersTable {
  id: Generated<string>
  holder_id: string
  user_id: string
  member_right: 'owner' | 'trustee' | 'manager' | 'authorized_signer' | 'viewer'
  added_at: GeneratedAlways<Date>
  added_by: string | null
  /** The approval; null for members who came with the holder. */
  approval_id: string | null
  ended_at: Date | null
  ended_by: string | null
}

export interface VaultNumbersTable {
  id: string
  /** Null for an account of the fund's own. */
  holder_id: string | null
  kind: 'custodian_account' | 'tin' | 'bank_account' | 'wire_account'
  ciphertext: Buffer
  /** Which VAULT_KEY its key was derived from. */
  key_id: Buffer
  /** Of kind and number: equal numbers have equal ones. */
  hmac: Buffer
  last4: string
  created_at: Generated<Date>
  created_by: string | null
  /** Null while it is pending approval. */
  in_force_from: Date | null
  /** When another one took its place. */
  ended_at: Date | null
}

export interface ApprovalsTable {
  id: Generated<string>
  kind: string
  subject_id: string
  holder_id: string | null
  content: Record<string, unknown>
  /** Of the content, as the database writes it. */
  content_sha256: GeneratedAlways<Buffer>
  summary: string
  asked_by: GeneratedAlways<string>
  asked_at: GeneratedAlways<Date>
  /** Null where a job has voided it. */
  decided_by: string | null
  decided_at: GeneratedAlways<Date | null>
  decision: 'approved' | 'rejected' | 'withdrawn' | 'void' | null
  reason: string | null
}

export interface EsignConsentsTable {
  id: Generated<string>
  user_id: string
  /** Of the disclosure that was shown. */
  version: string
  /** Of the disclosure's whole text. */
  text_sha256: string
  word: string
  tries: Generated<number>
  asked_at: GeneratedAlways<Date>
  /** What was typed, and from where. */
  typed: string | null
  ip: string | null
  user_agent: string | null
  given_at: Date | null
  withdrawn_at: Date | null
  withdrawn_by: string | null
  /** When it was replaced by a new request, such as after a change of the disclosure. */
  superseded_at: Date | null
}

export interface DocumentsTable {
  id: Generated<string>
  user_id: string
  filename: string
  file_path: Generated<string>
  file_size: number
  mime_type: string
  sha256: string | null
  uploaded_by: string | null
  fund_name: Generated<string>
  category: Generated<'Investment Documents' | 'Statements' | 'Tax' | 'Agreements' | 'Accreditation' | 'Notices'>
  is_external_link: Generated<boolean>
  external_url: string | null
  file_type: 'pdf' | 'doc' | 'docx' | 'jpg' | 'jpeg' | 'png' | 'stl' | 'txt' | 'csv' | 'docusign'
  view_count: Generated<number>
  created_at: Generated<Date>
  updated_at: Generated<Date>
  delete_requested_by: string | null
  delete_requested_at: Date | null
  delete_request_status: 'pending' | 'approved' | 'rejected' | null
  check_state: Generated<'unchecked' | 'waiting' | 'clean' | 'infected'>
  /** When the scanner last answered, and the signature that it found. */
  checked_at: Date | null
  check_result: string | null
  /** What an inspection of the file found (app/file-checks/file-checks.ts); null before one. */
  marks: ('scripts' | 'launch' | 'attachments' | 'macros' | 'template' | 'unreadable')[] | null
  signing_state: 'sent' | 'opened' | 'said_signed' | 'confirmed' | null
  signing_sent_at: Date | null
  signing_opened_at: Date | null
  said_signed_at: Date | null
  signing_confirmed_at: Date | null
  signing_confirmed_by: string | null
  /** Since it was sent, including those that an administrator sent. */
  signing_reminders: Generated<number>
  signing_reminded_at: Date | null
  /** When its owner first opened or downloaded it. */
  read_at: Date | null
  /** When anyone but the person who added it first did. */
  opened_by_others_at: Date | null
  new_for_office: Generated<boolean>
  holder_id: string | null
  /** The owner: the holder it is filed with, or else the person in whose folder its file is. */
  owner_id: GeneratedAlways<string>
  /** Until then it is not deleted. */
  retain_until: string | null
  /** Prepared, and seen by no one but the office until it is released. */
  unreleased: Generated<boolean>
  companion_of: string | null
  /**
   * Of the category Accreditation: when it was uploaded, added to a verification or removed from it, or came back with
   * one. What the office has filed there has no end: infinity, until it is added to a verification.
   */
  evidence_changed_at: Generated<Date>
  /** No one is notified of it before. */
  news_after: Date | null
  /**
   * Whether it is a tax document, or ever was one (app.keep_tax_document): others need fresh proof to open it, wherever
   * it is filed since.
   */
  is_tax: Generated<boolean>
}

export interface DocumentViewsTable {
  id: Generated<string>
  document_id: string
  user_id: string | null
  user_email: string
  user_name: string | null
  viewed_at: Generated<Date>
}

export interface DeleteDecisionsTable {
  id: GeneratedAlways<string>
  /** Who had requested the deletion. */
  user_id: string
  document_id: string
  filename: string
  decision: 'approved' | 'rejected'
  reason: string | null
  decided_by: string | null
  decided_at: GeneratedAlways<Date>
}

export interface DocumentFiguresTable {
  /** A person, a holder, or zeros for all of them together. */
  owner_id: string
  /** Those that everyone's lists show who reads them. */
  listed: number
  /** Of those listed, the unread files that another person added. */
  unread: number
  /** Files in the person's folder that count against their room, and their bytes. */
  stored: number
  stored_bytes: number
}

export interface GrantsTable {
  id: Generated<string>
  holder_id: string
  /** The person who accepted. The grant stays theirs even if another person has the address later. */
  person_id: string | null
  /** In lower case. A grant applies only while its person signs in with this address. */
  invited_address: string
  kind: 'accountant' | 'spouse' | 'attorney' | 'adviser' | 'custodian'
  /** Of documents. */
  categories: ('Investment Documents' | 'Statements' | 'Tax' | 'Agreements' | 'Accreditation' | 'Notices')[]
  /** Notes and payments. */
  sees_figures: boolean
  /** Otherwise the portal shows documents, and saves none. */
  may_download: boolean
  /** The first moment at which nothing is seen: the midnight after a day in the fund's zone. */
  ends_at: Date
  invited_by: string
  invited_at: GeneratedAlways<Date>
  accepted_at: Date | null
  revoked_at: Date | null
  /** No one: the person was erased. */
  revoked_by: string | null
  /** When both sides were notified that it ends soon. */
  end_told_at: Date | null
  /** The month, by its first day, up to which the members were notified of reads. */
  reads_told_for: string | null
}

export interface DelegateReadsTable {
  id: GeneratedAlways<string>
  grant_id: string
  holder_id: string
  person_id: string
  how: 'viewed' | 'opened' | 'downloaded' | 'archived' | 'figures'
  document_id: string | null
  /** Its name then. */
  filename: string | null
  read_at: GeneratedAlways<Date>
  ip: string | null
  user_agent: string | null
}

export interface FileAccessesTable {
  id: GeneratedAlways<number>
  /** Without a foreign key: the document may be gone. */
  document_id: string | null
  /** Before its release: a document of a bulk delivery, or a file of a delivery, and its number. */
  item_id: string | null
  delivery_id: string | null
  delivery_n: number | null
  user_id: string
  session_id: string | null
  /** In the browser's viewer, as a download, or in an archive. */
  how: 'viewer' | 'download' | 'zip'
  /** Of the document, from 0, both included: the requested range, from the first to the last request of the row. */
  first_byte: number
  last_byte: number
  /**
   * How many of these bytes were handed to the connection. Where the reader left, at most the last piece didn't arrive. Bytes that
   * were sent again count once more, up to the whole range.
   */
  sent: number
  /** Requests that the row combines. */
  requests: Generated<number>
  begun_at: Date
  ended_at: Generated<Date>
  /** Where from. An erasure of the person removes both. */
  ip: string | null
  user_agent: string | null
}

export interface DocumentOpeningsTable {
  document_id: string
  user_id: string
  served: Generated<string>
  opened_at: Date | null
}

export interface DocumentRequestsTable {
  id: GeneratedAlways<string>
  person_id: string
  requested_by: string | null
  name: string
  note: string | null
  due_on: string | null
  created_at: GeneratedAlways<Date>
  fulfilled_document_id: string | null
  fulfilled_at: Date | null
  withdrawn_at: Date | null
  reminders: Generated<number>
  reminded_at: Date | null
  /** The holder that needs it to invest; the document is then filed with it. */
  holder_id: string | null
}

export interface UploadsTable {
  id: string
  user_id: string
  uploaded_by: string
  filename: string
  file_type: 'pdf' | 'doc' | 'docx' | 'jpg' | 'jpeg' | 'png' | 'stl' | 'txt'
  file_size: number
  fund_name: string
  category: DocumentCategory
  /** Where the finished file goes and what it is, set before it is put there. */
  file_path: string | null
  mime_type: string | null
  sha256: string | null
  /**
   * Its document. The row stays a while after that is made, so that a browser that missed the answer can ask again and
   * gets the same one. No foreign key: it stays set when the document is deleted, or the row would look unfinished
   * again and a restart would bring the document back.
   */
  document_id: string | null
  created_at: Generated<Date>
  expires_at: Date
  marks: FileMark[] | null
  document_request_id: string | null
  parts: Generated<string[]>
  holder_id: string | null
  /** It gets no document once it is stored: an administrator will deliver it to others. */
  for_delivery: Generated<boolean>
}

export interface SweepsTable {
  id: Generated<string>
  started_at: Date
  finished_at: Generated<Date>
  documents: number
  files: number
  /** Files older than a day that belong to no document and no upload. */
  orphans: number
  orphan_bytes: number
}

export interface MissingFilesTable {
  document_id: string
  found_at: Generated<Date>
  /** How much is stored, where that isn't as much as was uploaded; null where nothing is. */
  stored_size: number | null
}

export interface DocumentDeliveriesTable {
  /** Chosen by the page, so that sending the same form again is the same delivery. */
  id: string
  title: string
  category: 'Investment Documents' | 'Statements' | 'Tax' | 'Agreements' | 'Accreditation' | 'Notices'
  fund_name: string
  state: Generated<'requested' | 'sending' | 'sent' | 'failed' | 'declined' | 'recalled'>
  /** Why the delivery failed: no one has received anything. */
  problem: string | null
  sent_by: string
  created_at: GeneratedAlways<Date>
  sent_at: Date | null
  /** Where it took a second person. */
  approval_id: string | null
  recalled_by: string | null
  recalled_at: Date | null
  /** Of the recall. */
  reason: string | null
}

export interface DeliveryFilesTable {
  delivery_id: string
  n: number
  filename: string
  file_type: 'pdf' | 'doc' | 'docx' | 'jpg' | 'jpeg' | 'png' | 'stl' | 'txt'
  file_size: number
  mime_type: string
  sha256: string
  marks: FileMark[] | null
  /** Where the uploaded file is, in the sender's folder, until every recipient has their own. */
  file_path: string | null
}

export interface DeliveryDocumentsTable {
  /** The document that is made of it; there is none before it is sent, nor after it was deleted. */
  document_id: Generated<string>
  delivery_id: string
  n: number
  /** The person with its folder, as in documents. */
  user_id: string
  holder_id: string | null
  owner_id: GeneratedAlways<string>
  file_path: string
}

export interface DeliveryFileLooksTable {
  delivery_id: string
  n: number
  user_id: string
  looked_at: Generated<Date>
}

export interface PaperBatchesTable {
  /** Chosen by the page, so that sending the same form again is the same batch. */
  id: string
  state: Generated<'uploaded' | 'matching' | 'review' | 'approved' | 'released' | 'recalled' | 'discarded'>
  category: 'Investment Documents' | 'Statements' | 'Tax' | 'Agreements' | 'Accreditation' | 'Notices'
  fund_name: string
  /**
   * What the documents are called, before the period: 'Tax form' and '2025'. Without a period they have their files'
   * names.
   */
  word: string
  period: string
  split_mode: 'whole' | 'pages' | 'bookmarks' | 'keys'
  split_pages: number
  /** Which reading of the files this is. */
  round: Generated<number>
  /** Pages of this reading that were read so far; once it is done, all of them. */
  pages_read: Generated<number>
  /** SHA-256 of the register's keys as they were then. */
  register_sha256: Buffer | null
  matched_at: Date | null
  /** Why it couldn't be divided or released. */
  problem: string | null
  created_by: string
  created_at: GeneratedAlways<Date>
  approval_id: string | null
  /** The person who files its documents. */
  filed_by: string | null
  released_at: Date | null
  recalled_by: string | null
  recalled_at: Date | null
  /** Of the recall. */
  reason: string | null
}

export interface PaperSourcesTable {
  batch_id: string
  n: number
  filename: string
  file_size: number
  sha256: string
  marks: string[] | null
  pages: number | null
  /** Why it can't be delivered, or not all of it. */
  problem: 'encrypted' | 'unreadable' | 'not_pdf' | 'damaged' | 'many_pages' | 'not_divided' | 'missing' | null
  /** Where it is, in the folder of who uploaded it; none once its batch has ended. */
  file_path: string | null
}

export interface PaperBatchItemsTable {
  id: Generated<string>
  batch_id: string
  n: number
  source_n: number
  first_page: number
  last_page: number
  filename: string
  state: 'matched' | 'ambiguous' | 'unmatched' | 'conflict' | 'excluded'
  /** Its recipient. */
  holder_id: string | null
  /** The result of the matching: what identified the holder, or why nothing did. */
  read_state: 'matched' | 'ambiguous' | 'unmatched' | 'conflict'
  read_holder_id: string | null
  found: Generated<string[]>
  doubts: Generated<string[]>
  remarks: Generated<string[]>
  /** Who may be chosen by hand, the likeliest first. */
  suggested: Generated<string[]>
  /** Strong keys on its pages: [{"kind": "note", "number": "LK-2026-0001", "holders": ["…"]}]. Tax numbers stay unnamed. */
  strong: Generated<Record<string, unknown>>
  /** Who matched it by hand, or excluded it, and why. */
  matched_by: string | null
  excluded_by: string | null
  excluded_reason: string | null
  changed_at: GeneratedAlways<Date>
  /** Its pages as a file, until its batch has ended; null where they can't be read, so that no one can send it. */
  part_path: string | null
  part_size: number | null
  part_sha256: string | null
  /** Why the approver has to open it. */
  drawn: 'by_hand' | 'first' | 'last' | 'lot' | null
  /** The document that is made of it, and its file, in the folder of a member of the holder. */
  document_id: GeneratedAlways<string>
  user_id: string | null
  file_path: string | null
  filed_at: Date | null
}

export interface PaperItemLooksTable {
  item_id: string
  user_id: string
  looked_at: Generated<Date>
}

export interface MessagesTable {
  /** Made with the form, so that a form sent twice is one message. */
  id: string
  topic: 'question' | 'consultation'
  name: string
  email: string
  phone: string | null
  amount_range: string | null
  message: string
  /** The administrators' own: whether it was answered, and what they note about it. */
  state: Generated<'new' | 'answered'>
  note: string | null
  created_at: GeneratedAlways<Date>
  updated_at: GeneratedAlways<Date>
}

export interface CallRequestsTable {
  id: string
  /** The calendar with its time. The team's phone and video calls share one calendar. */
  calendar: 'team' | 'founder'
  kind: 'phone' | 'video'
  name: string
  email: string
  phone: string | null
  message: string | null
  /** The visitor's (IANA), so that mail speaks of their hours. */
  time_zone: string
  starts_at: Date
  ends_at: Date
  /** RFC 5545 section 3.8.7.4: goes up with each change, so that calendars know the newest. */
  sequence: Generated<number>
  /** HMAC of the secret in the visitor's mail; no one who reads this table can make the link. */
  token_hash: string
  cancelled_at: Date | null
  state: Generated<'new' | 'answered'>
  note: string | null
  created_at: GeneratedAlways<Date>
  updated_at: GeneratedAlways<Date>
}

export interface ConversationsTable {
  /** Created with the form, so that a form sent twice is one conversation. */
  id: Generated<string>
  person_id: string | null
  visitor_message_id: string | null
  call_request_id: string | null
  /** What it is about. */
  document_id: string | null
  /** Null for visitors: their topic or kind of call says it. */
  subject: string | null
  created_at: GeneratedAlways<Date>
  /** When each side wrote last; set by the database with each message. */
  from_person_at: Date | null
  from_fund_at: Date | null
  /** The administrator who answered last. */
  answered_by: string | null
  closed_at: Date | null
  closed_by: string | null
  last_message_at: GeneratedAlways<Date>
  /** The person wrote last, and no one has closed the conversation since. */
  awaits_answer: GeneratedAlways<boolean>
}

export interface ConversationMessagesTable {
  id: Generated<string>
  conversation_id: string
  sender_id: string | null
  from_fund: boolean
  /** As it was then. */
  sender_name: string
  body: string
  created_at: GeneratedAlways<Date>
}

export interface ConversationAttachmentsTable {
  message_id: string
  position: number
  document_id: string | null
}

export interface ConversationReadsTable {
  conversation_id: string
  reader_id: string
  /** The time of the newest message that the reader has seen. */
  read_at: Date
}

export interface AdminNotesTable {
  id: Generated<string>
  person_id: string | null
  conversation_id: string | null
  author_id: string | null
  author_name: string
  body: string
  created_at: GeneratedAlways<Date>
}

export interface NotesTable {
  id: Generated<string>
  /** Such as LK-2026-0001. */
  number: string
  holder_id: string
  offering: string
  principal_cents: Cents
  rate_bp: number
  term_months: number
  payout: 'monthly' | 'quarterly' | 'annually'
  day_count: '30/360' | 'actual/365'
  convention: Generated<'following' | 'modified_following' | 'preceding'>
  /** In a draft the planned day, if one is; from `funded` on the day from which interest runs. */
  issue_date: string | null
  /** Null: counted from the issue date. */
  first_payment_date: string | null
  maturity_date: string | null
  /** The state of the sale, for blue-sky laws: two letters. None in drafts, and in notes signed before the form had it. */
  sale_state: string | null
  default_rate_bp: number | null
  early_redemption: string | null
  /** The note that this one renews, or continues for a new holder. */
  predecessor_id: string | null
  /** A name for the payee's account, never its number. */
  payee: string | null
  /** The terms as they were signed, and their SHA-256; the database writes both (app.guard_note_terms). */
  terms: GeneratedAlways<Record<string, unknown> | null>
  terms_sha256: GeneratedAlways<Buffer | null>
  state: Generated<
    | 'draft'
    | 'signed'
    | 'funded'
    | 'current'
    | 'matured'
    | 'paid'
    | 'renewed'
    | 'transferred'
    | 'defaulted'
    | 'cancelled'
  >
  signed_at: Date | null
  funded_at: Date | null
  closed_at: Date | null
  /** The day on which it was paid, renewed, transferred or canceled. */
  closed_on: string | null
  close_reason: string | null
  created_at: GeneratedAlways<Date>
  created_by: GeneratedAlways<string | null>
  /** Of the schedule that applies; 0 while there is none. */
  version: Generated<number>
  /** The due date of the first line with interest that the ledger doesn't have yet; null once it has all. */
  next_due_on: string | null
  /**
   * The sentences of the agreement that the register's rules rest on, frozen with the terms. None in notes signed
   * before they were recorded, nor in imported ones.
   */
  clauses: string[] | null
  /**
   * Days unpaid after which a default can be declared; and days before maturity of the notice, the first and the second
   * reminder, and the last choice. The fund's values when the note was written, frozen with its terms; null in older
   * notes until a job has filled them in.
   */
  grace_days: number | null
  maturity_days: number[] | null
}

export interface NoteCountersTable {
  year: number
  last: number
}

export interface NoteSignersTable {
  note_id: string
  user_id: string
  signed_at: Date
  recorded_by: GeneratedAlways<string>
  recorded_at: GeneratedAlways<Date>
  /** The signed document. */
  document_id: string | null
}

export interface NoteSignaturesVoidedTable {
  id: Generated<string>
  note_id: string
  user_id: string
  signed_on: string
  recorded_by: string
  recorded_at: Date
  /** Null where the database's owner removed it. */
  voided_by: string | null
  voided_at: Generated<Date>
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
  interest_cents: Cents
  principal_cents: CentsOrZero
  /**
   * Late interest that was paid while its principal came back: it comes off what that principal earns. Below zero where it has
   * come off what fell due with a payment.
   */
  credit_cents: CentsOrZero
}

export interface ElectionsTable {
  id: Generated<string>
  note_id: string
  holder_id: string
  choice: 'withdraw' | 'renew' | 'renew_part' | 'other_term'
  renew_cents: CentsOrNone
  new_term_months: number | null
  made_by: GeneratedAlways<string>
  made_at: GeneratedAlways<Date>
  /** Made after the election had closed: it counts once two people of the office have agreed. */
  is_late: Generated<boolean>
  approval_id: string | null
  superseded_at: Date | null
}

export interface MaturityNoticesTable {
  note_id: string
  kind: 'notice' | 'first_reminder' | 'second_reminder'
  sent_at: GeneratedAlways<Date>
}

export interface ImportBatchesTable {
  id: Generated<string>
  filename: string
  /** The file, as it was checked. */
  content: string
  sha256: string
  /** The people who act for its new holders, by their e-mail addresses: {"jane@example.com": "their id"}. */
  members: ColumnType<Record<string, string>, string, never>
  created_at: GeneratedAlways<Date>
  created_by: GeneratedAlways<string>
  /** When it was approved, and its notes were written. */
  imported_at: Date | null
}

export interface NotePapersTable {
  note_id: string
  /** A filed document stays while the note does. */
  document_id: string
  filed_by: GeneratedAlways<string>
  filed_at: GeneratedAlways<Date>
}

export interface SaleFilingsTable {
  id: Generated<string>
  offering: string
  kind: 'form_d' | 'amendment' | 'notice'
  /** Two letters, of a notice. */
  state: string | null
  filed_on: string
  /** The number under which it was received, such as EDGAR's accession number; null until it is known. */
  receipt: string | null
  recorded_by: GeneratedAlways<string>
  recorded_at: GeneratedAlways<Date>
  withdrawn_by: GeneratedAlways<string | null>
  withdrawn_at: Date | null
}

export interface LedgerEntriesTable {
  id: Generated<string>
  /** In the order in which they were written, with gaps. The order in which they were committed is ledger_chain's. */
  seq: GeneratedAlways<number>
  /**
   * funds: the investor's money has arrived; interest_due: on each due date; payment and principal: what the fund paid,
   * to interest and to principal; payment_returned: a payment came back; renewal; transfer; tax_deposit: what was withheld
   * went to the IRS; reversal: of what was recorded by mistake; restated: of what was booked before something earlier was
   * recorded, and is booked again.
   */
  kind:
    | 'funds'
    | 'interest_due'
    | 'payment'
    | 'payment_returned'
    | 'principal'
    | 'renewal'
    | 'transfer'
    | 'tax_deposit'
    | 'reversal'
    | 'restated'
  /** Null for the fund's own entries: a deposit of tax, and what reverses one. */
  note_id: string | null
  /** The note's, as app.guard_ledger_entry compares. */
  holder_id: string | null
  /** The day in the books. */
  booked_on: string
  /** The day that it is about: earlier, where that day's statement period was closed. */
  relates_to: string
  schedule_version: number | null
  line_n: number | null
  reference: string | null
  reverses: string | null
  idempotency_key: string
  approval_id: string | null
  /** Null: a job. */
  recorded_by: GeneratedAlways<string | null>
  created_at: GeneratedAlways<Date>
  /** The payment that came back, of an entry that reverses its return, or again the payment, where both are booked again. */
  undoes: GeneratedAlways<string | null>
}

export interface LedgerLinesTable {
  entry_id: string
  n: number
  account: number
  debit_cents: CentsOrZero
  credit_cents: CentsOrZero
  /**
   * The entry's, but of a renewal, which moves principal from one note to another. app.guard_ledger_lines compares both
   * with the note, which is never removed: a reference of their own would only cost time.
   */
  note_id: string | null
  holder_id: string | null
}

export interface LedgerChainTable {
  position: number
  entry_id: string
  previous_hash: Buffer
  hash: Buffer
}

export interface JournalExportsTable {
  id: Generated<string>
  number: GeneratedAlways<number>
  /** The program that it is for: app/ledger/journal.ts. */
  format: 'csv' | 'quickbooks' | 'xero'
  /** Both days included; entries of earlier days are those that were recorded since. */
  period_start: string
  period_end: string
  /** Place in the ledger's chain of the last entry it could know. */
  up_to: number
  entries: number
  debit_cents: Cents
  credit_cents: Cents
  exported_by: string
  exported_at: Generated<Date>
}

export interface JournalExportEntriesTable {
  export_id: string
  entry_id: string
  /** The export's. */
  format: string
  /** Whether it had left for this program before. */
  is_again: boolean
}

export interface RegisterChecksTable {
  day: string
  checked_at: Generated<Date>
  /** Principal: of the register, of account 2010, and of the due list with future lines. */
  register_cents: Cents
  ledger_cents: Cents
  due_cents: Cents
  /** Numbers of the first notes with a difference between schedule and ledger. */
  notes: Generated<string[]>
}

export interface NoteMovementsTable {
  entry_id: string
  is_principal: boolean | null
  note_id: string
  holder_id: string
  entry_note_id: string
  seq: number
  kind: string
  about: string
  booked_on: string
  relates_to: string
  schedule_version: number | null
  line_n: number | null
  reference: string | null
  reverses: string | null
  created_at: Date
  principal_cents: number
  interest_cents: number
  withheld_cents: number | null
}

export interface NotePrincipalsTable {
  note_id: string | null
  principal_cents: number | null
}

export interface NoteInterestsTable {
  note_id: string | null
  interest_cents: number | null
}

export interface LineStatusTable {
  note_id: string
  holder_id: string
  version: number
  n: number
  start_date: string
  due_date: string
  pay_date: string
  days: number
  is_stub: boolean
  interest_cents: number
  principal_cents: number
  credit_cents: number | null
  paid_cents: number
  paid_on: string | null
  is_posted: boolean
  principal_left_cents: number
}

export interface BankListsTable {
  id: Generated<string>
  filename: string
  /** Of its lines. */
  first_day: string
  last_day: string
  /** Those that another list had before count, too. */
  line_count: number
  /** Lines of the file that can't be read. */
  unread_lines: Generated<number[]>
  sha256: string
  /** The bank's page, a PDF or picture, for the person who approves. */
  document_id: string | null
  page_attached_at: GeneratedAlways<Date | null>
  added_by: string
  added_at: GeneratedAlways<Date>
  /** Numbers of lines that another list had before, and with why each: lines left out, unreadable ones, and remarks. */
  outcome: Generated<Record<string, unknown>>
  /** Which comes first in its days, where they decide it or the office has answered; the next list that doesn't decide follows it. */
  day_order: 'month' | 'day' | null
}

export interface BankLinesTable {
  id: Generated<string>
  /** What makes it the same line in another list: the bank's own number, or else what it says, and which of several alike. */
  bank_key: string
  /** The list that had it first. */
  list_id: string
  /** In that file, from 1. */
  line: number
  day: string
  /** What came in; below zero, what went out. */
  cents: number
  reference: string
  description: string
  /** An explanation, where no ledger entry belongs to it. */
  explained: 'fee' | 'interest' | 'own_transfer' | 'other' | null
  explained_by: string | null
  explained_at: Date | null
}

export interface ClearedEntriesTable {
  entry_id: string
  line_id: string
  cleared_by: string
  cleared_at: GeneratedAlways<Date>
}

export interface BankBalancesTable {
  id: Generated<string>
  day: string
  balance_cents: Cents
  /**
   * The part that isn't the notes' money, which the ledger doesn't have; below zero, the part of the notes' money that
   * is elsewhere.
   */
  other_cents: Cents
  other_words: string
  entered_by: string
  entered_at: GeneratedAlways<Date>
  /** A difference from the ledger, and why there is one; it holds for this amount only. */
  difference_cents: CentsOrNone
  difference_words: string | null
  explained_by: string | null
  explained_at: Date | null
}

export interface BankMovementsTable {
  entry_id: string | null
  seq: number | null
  kind: string | null
  note_id: string | null
  holder_id: string | null
  booked_on: string | null
  relates_to: string | null
  reference: string | null
  approval_id: string | null
  cents: number | null
}

export interface StatementPeriodsTable {
  id: GeneratedAlways<string>
  holder_id: string | null
  period_end: string
  closed_at: GeneratedAlways<Date>
}

export interface StatementRunsTable {
  id: Generated<string>
  kind: 'statement' | 'custodian_letter'
  /** Null in a run of one holder. */
  rhythm: 'monthly' | 'quarterly' | 'annual' | null
  period_start: string
  period_end: string
  /** Of one holder; and of a correction which statement, and why. */
  holder_id: string | null
  corrects: string | null
  reason: string | null
  state: Generated<'preparing' | 'prepared' | 'released'>
  /** Null for the clock. */
  requested_by: GeneratedAlways<string | null>
  created_at: GeneratedAlways<Date>
  /** What was prepared before is prepared again. */
  begun_at: Generated<Date>
  /** Why a statement could not be prepared; nothing is released until it is. */
  problem: string | null
  /** The holders without a statement, and why. */
  left_out: string | null
  prepared_at: Date | null
  released_at: GeneratedAlways<Date | null>
  released_by: GeneratedAlways<string | null>
  approval_id: string | null
}

export interface StatementsTable {
  id: Generated<string>
  number: GeneratedAlways<string>
  run_id: string
  kind: 'statement' | 'custodian_letter'
  holder_id: string
  period_start: string
  period_end: string
  /**
   * The person with the folder of its files, and their time stamp: chosen before they are written, so that an interrupted run
   * writes the same files again.
   */
  user_id: string
  file_stamp: number
  /** Principal, and interest that is due and unpaid. Null until it is prepared. */
  opening_principal_cents: CentsOrNone
  opening_interest_cents: CentsOrNone
  activity_principal_cents: CentsOrNone
  activity_interest_cents: CentsOrNone
  closing_principal_cents: CentsOrNone
  closing_interest_cents: CentsOrNone
  /** Not yet due on the last day. */
  accrued_cents: CentsOrNone
  /** Place in the ledger's chain of the last entry it knows. */
  ledger_seq: number | null
  /** Of the PDF. */
  sha256: string | null
  document_id: string | null
  csv_document_id: string | null
  corrects: string | null
  prepared_at: Date | null
  released_at: Date | null
  created_at: GeneratedAlways<Date>
}

export interface TaxCertificationsTable {
  id: Generated<string>
  holder_id: string
  form: 'w9' | 'w8'
  /** Null once the document was deleted. */
  document_id: string | null
  filename: string
  sha256: string
  state: Generated<'submitted' | 'accepted' | 'returned' | 'superseded'>
  /** Why it was sent back, for the members. */
  reason: string | null
  submitted_by: string
  submitted_at: GeneratedAlways<Date>
  decided_by: string | null
  decided_at: Date | null
}

export interface TaxProfilesTable {
  id: Generated<string>
  holder_id: string
  state: Generated<'missing' | 'provided' | 'matched' | 'mismatched' | 'first_notice' | 'second_notice'>
  form: 'w9' | 'w8' | null
  /** As the form has them. */
  name_line1: string | null
  name_line2: string | null
  classification:
    | 'individual'
    | 'c_corporation'
    | 's_corporation'
    | 'partnership'
    | 'trust_estate'
    | 'llc_c'
    | 'llc_s'
    | 'llc_p'
    | 'other'
    | null
  exempt_code: number | null
  tin_kind: 'ssn' | 'itin' | 'ein' | null
  tin_last4: string | null
  /** The number in force. A W-8 may have none. */
  number_id: string | null
  certification_id: string | null
  /** When two people entered it, 'YYYY-MM-DD' of the fund. */
  certified_on: string | null
  /** What proved the number after a second B-notice. */
  validated_by: 'ssa' | 'irs' | null
  /** The IRS's last answer about this number: its indicator, and the day it was read. */
  match_code: number | null
  checked_on: string | null
  updated_at: Generated<Date>
}

export interface TinNoticesTable {
  id: Generated<string>
  holder_id: string
  kind: 'first' | 'second'
  /** The number that the notice is about. */
  number_id: string
  /** The day on the IRS's notice, and the day it arrived. */
  notice_date: string
  received_on: string
  /** By when the holder is written to, and from when payments are subject to backup withholding. */
  send_by: string
  withhold_from: string
  /** When the letter was mailed. */
  posted_on: string | null
  recorded_by: string
  recorded_at: GeneratedAlways<Date>
  withdrawn_at: Date | null
  withdrawn_by: string | null
}

export interface TaxConsentsTable {
  id: Generated<string>
  holder_id: string
  user_id: string
  /** Of the disclosure that was shown, and of the software that it names. */
  version: string
  software: string
  /** Of the disclosure's whole text. */
  text_sha256: string
  word: string
  tries: Generated<number>
  asked_at: GeneratedAlways<Date>
  /** What was typed. */
  typed: string | null
  given_at: Date | null
  withdrawn_at: Date | null
  withdrawn_by: string | null
  /** When it was replaced by a new request, such as after a change of the software that is needed. */
  superseded_at: Date | null
}

export interface TaxRunsTable {
  id: Generated<string>
  year: number
  /** Of one holder: a correction, or a form that came later. */
  holder_id: string | null
  corrects: string | null
  reason: string | null
  state: Generated<'draft' | 'reviewed' | 'furnished' | 'filed'>
  requested_by: GeneratedAlways<string | null>
  created_at: GeneratedAlways<Date>
  /** What was prepared before is prepared again. */
  begun_at: Generated<Date>
  prepared_at: Date | null
  /** Why a form could not be made; nothing is furnished until it is. */
  problem: string | null
  reviewed_by: string | null
  reviewed_at: Date | null
  furnished_by: string | null
  furnished_at: Date | null
  furnish_approval_id: string | null
  filed_by: string | null
  /** The day on which the IRS took it, and what it gave as a receipt. */
  filed_on: string | null
  receipt: string | null
  file_approval_id: string | null
  /** Why they were filed although a form and the ledger differed, as the second person read it. */
  differs_because: string | null
}

export interface TaxReturnsTable {
  id: Generated<string>
  run_id: string
  year: number
  holder_id: string
  /** The person with the folder of its file, and its time stamp: chosen before it is written. Null where no one acts for the holder. */
  user_id: string | null
  file_stamp: number
  /** Why it gets no form. Null until it is prepared, and where it gets one. */
  left_out: 'account' | 'code' | 'corporation' | 'foreign' | 'threshold' | 'nothing' | null
  /** Why its form can't be made. */
  problem: 'address' | 'member' | 'letters' | 'negative' | null
  flags: Generated<
    (
      | 'no_number'
      | 'second_notice'
      | 'mismatched'
      | 'unmatched'
      | 'name'
      | 'came_back_later'
      | 'came_back_earlier'
      | 'unlike_last_year'
    )[]
  >
  /** Box 1, box 4, and box 1 of the year before. Cents. */
  interest_cents: CentsOrNone
  withheld_cents: CentsOrNone
  last_year_cents: CentsOrNone
  /** As they were when it was prepared, for the form and for the IRS's file. */
  name_line1: string | null
  name_line2: string | null
  address_lines: string | null
  is_person: boolean | null
  tin_kind: 'ssn' | 'itin' | 'ein' | null
  tin_last4: string | null
  number_id: string | null
  is_second_notice: Generated<boolean>
  /** SHA-256 of all that it was made of: it says whether something has changed since. */
  facts_sha256: string | null
  /** Of the PDF. */
  sha256: string | null
  document_id: string | null
  prepared_at: Date | null
  furnished_at: Date | null
  /** How the copy reaches its payee. */
  delivery: 'portal' | 'paper' | null
  paper_reason: 'no_consent' | 'bounced' | 'asked' | null
  paper_due: string | null
  paper_sent_on: string | null
  corrects: string | null
  corrected_at: Date | null
  created_at: GeneratedAlways<Date>
}

export interface TaxReturnMailsTable {
  mail_id: string
  return_id: string
  holder_id: string
  user_id: string
  sent_at: GeneratedAlways<Date>
}

export interface LetterRunsTable {
  id: Generated<string>
  year: number
  subject: string
  text: string
  state: Generated<'preparing' | 'prepared' | 'released' | 'recalled'>
  requested_by: GeneratedAlways<string | null>
  created_at: GeneratedAlways<Date>
  /** What was prepared before is prepared again. */
  begun_at: Generated<Date>
  prepared_at: Date | null
  /** Why a letter could not be prepared, and which holders get none. */
  problem: string | null
  released_by: GeneratedAlways<string | null>
  released_at: GeneratedAlways<Date | null>
  approval_id: string | null
  recalled_by: string | null
  recalled_at: Date | null
  /** Of the recall. */
  reason: string | null
}

export interface LettersTable {
  id: GeneratedAlways<string>
  run_id: string
  holder_id: string
  /** The person with the folder of its file, and its time stamp: chosen before it is written. */
  user_id: string
  file_stamp: number
  /** Why this holder gets none. */
  left_out: string | null
  /** What it says of the holder: the name, the principal outstanding at the year's end, and the interest paid in the year. */
  name: string | null
  principal_cents: CentsOrNone
  interest_cents: CentsOrNone
  /** Place in the ledger's chain of the last entry it knows. */
  ledger_seq: number | null
  /** Of the PDF. */
  sha256: string | null
  document_id: string | null
  prepared_at: Date | null
}

export interface SealCertificatesTable {
  id: Generated<string>
  /** X.509, DER, and those of its issuers, PEM. */
  certificate: Buffer
  chain: Generated<string>
  /** SHA-256 of the certificate. */
  fingerprint: string
  subject: string
  issuer: string
  valid_from: Date
  valid_until: Date
  is_own: boolean
  /**
   * PKCS #8, encrypted with a key derived from VAULT_KEY and the row's id, and which VAULT_KEY; without one, from AUTH_SECRET.
   * Gone once another certificate took its place.
   */
  sealed_key: Buffer | null
  key_id: Buffer | null
  created_at: GeneratedAlways<Date>
  created_by: GeneratedAlways<string | null>
  /** Null while it is pending approval. */
  in_force_from: Date | null
}

export interface SealedFilesTable {
  id: GeneratedAlways<string>
  /** Of app/sealing/server/seal-kinds.ts, and what it is about there. */
  kind: string
  subject_id: string
  holder_id: string | null
  state: Generated<'sealing' | 'sealed' | 'failed' | 'dropped'>
  /** Chosen before the file is written, so that an attempt that was interrupted is repeated with the same file. */
  document_id: GeneratedAlways<string>
  file_stamp: GeneratedAlways<number>
  created_at: GeneratedAlways<Date>
  attempts: Generated<number>
  /** Of the last attempt; of a sealed file, why it has no time stamp. */
  problem: string | null
  /** SHA-256 of the file as it was sent, and as it is sealed. */
  original_sha256: string | null
  sha256: string | null
  level: 'B-B' | 'B-T' | null
  certificate_id: string | null
  sealed_at: Date | null
}

export interface WireInstructionsTable {
  id: Generated<string>
  bank_name: string
  bank_address: string
  /** Of the American Bankers Association, with its check digit. */
  routing_number: string
  account_name: string
  number_id: string
  account_last4: string
  further_credit: string | null
  approval_id: string
  approved_by: GeneratedAlways<string | null>
  /** It is in force from app.wire_wait() later on. */
  approved_at: GeneratedAlways<Date>
  stopped_by: string | null
  stopped_at: Date | null
  stop_reason: string | null
}

export interface WireOpeningsTable {
  id: Generated<string>
  holder_id: string
  /** The note, or what becomes one. */
  subject_id: string
  /** What the investor enters with the wire, such as the note's number. */
  reference: string
  /** What the fund says on the phone, so that the investor knows who is calling. No one selects them: app.reveal_wire, app.wire_words. */
  six_words: string
  opened_by: GeneratedAlways<string | null>
  opened_at: GeneratedAlways<Date>
  closed_at: Date | null
  /** Whom the office called, and read the instructions back to. */
  read_back_with: string | null
  read_back_by: string | null
  read_back_at: Date | null
}

export interface WireViewsTable {
  id: GeneratedAlways<string>
  opening_id: string
  version_id: string
  viewer_id: string | null
  viewed_at: GeneratedAlways<Date>
  ip_address: string | null
}

export interface RunItemsTable {
  approval: string | null
  is_prepared: boolean | null
  run_id: string | null
  owner_id: string | null
  document_id: string | null
  prepared_at: Date | null
}

export interface RunsTable {
  workflow: string | null
  id: string | null
  state: string | null
  approval_id: string | null
  recalled_by: string | null
  recalled_at: Date | null
}

export interface RecalledRunsTable {
  id: string | null
  recalled_by: string | null
  recalled_at: Date | null
}

export interface AccreditationsTable {
  id: Generated<string>
  holder_id: string
  state: Generated<'started' | 'submitted' | 'in_review' | 'approved' | 'returned' | 'rejected' | 'expired' | 'revoked'>
  /** The answers. Paragraph of 17 CFR 230.501(a); how it is verified. */
  category: 'a1' | 'a3' | 'a4' | 'a5' | 'a6' | 'a7' | 'a8' | 'a9' | 'a10' | 'a12' | 'a13'
  method: 'high_minimum' | 'earlier' | 'letter' | 'income' | 'net_worth' | 'license' | 'insider' | 'owners' | 'other'
  amount_cents: Cents
  is_own_money: boolean
  is_renewal: Generated<boolean>
  is_joint_test: Generated<boolean>
  /** [{name, isNatural}]: joint holders, or those behind an entity. */
  owners: ColumnType<Owner[], string, string>
  /** For (E): the earlier verification, and its day. */
  earlier_id: string | null
  verified_on: string | null
  started_by: string
  started_at: GeneratedAlways<Date>
  submitted_at: Date | null
  /** How often it was submitted: reviews belong to one round. */
  round: Generated<number>
  /** How many people approve; the database sets it with the submission (app.reviewers_for). */
  reviewers_needed: Generated<number>
  decided_at: Date | null
  valid_from: string | null
  valid_through: string | null
  /** Why it was returned, rejected or revoked. */
  reason: string | null
  revoked_by: string | null
  revoked_at: Date | null
  cleared_at: Date | null
}

export interface RepresentationsTable {
  id: GeneratedAlways<string>
  accreditation_id: string
  holder_id: string
  user_id: string
  version: string
  text: string
  sha256: GeneratedAlways<Buffer>
  typed_name: string
  ip: string | null
  user_agent: string | null
  signed_at: GeneratedAlways<Date>
  superseded_at: Date | null
  /**
   * What follows is null where it was signed before electronic signatures took consent and proof.
   * The submission that it is for.
   */
  round: number | null
  /** The account, and the capacity in which the person signed, such as 'Doe Family LLC, by Jane Doe, Manager'. */
  signer: string | null
  capacity: string | null
  consent_id: string | null
  /** How and when the session last showed who is there (app.stamp_proof). */
  proof: GeneratedAlways<'passkey' | 'code' | 'recovery-code' | 'sign-in' | null>
  proved_at: GeneratedAlways<Date | null>
}

export interface AccreditationCopiesTable {
  id: Generated<string>
  accreditation_id: string
  holder_id: string
  round: number
  submitted_at: GeneratedAlways<Date>
  /** Null until it is sealed. */
  document_id: string | null
  sha256: string | null
  filed_at: Date | null
}

export interface EvidenceTable {
  id: GeneratedAlways<string>
  accreditation_id: string
  holder_id: string
  /** Null once the file is gone; what it was stays. */
  document_id: string | null
  kind:
    | 'tax_form'
    | 'assets'
    | 'credit_report'
    | 'letter'
    | 'license_printout'
    | 'formation'
    | 'balance_sheet'
    | 'owners'
    | 'other'
  filename: string
  sha256: string | null
  /** As written on it. */
  dated_on: string | null
  /** Pages of a PDF on which a full Social Security number was found. The sender can confirm that it goes anyway. */
  ssn_pages: Generated<number[]>
  /** Whether its text could be searched. */
  is_searched: Generated<boolean>
  sent_anyway_at: Date | null
  added_by: string
  added_at: GeneratedAlways<Date>
  destroy_on: string | null
  /** Of a letter. */
  signed_by: string | null
  /** Of a license printout. */
  crd_number: string | null
  /** Null where its text couldn't be searched, and for evidence that was sent before it was. */
  names_holder: boolean | null
  person: string | null
  /** An IRS form, whatever its sender says that it is: destroyed like one. False for what was sent before. */
  shows_tax_form: Generated<boolean>
  /** Pages of a PDF that have no text, while others have: is_searched says nothing of them. */
  unsearched_pages: Generated<number[]>
  /** Of a license printout: 17 CFR 230.501(a)(10) counts three. */
  license_series: '7' | '65' | '82' | null
  /**
   * Of an IRS form: 17 CFR 230.506(c)(2)(ii)(A) asks for two years. Null for one that was sent before the form had this
   * field.
   */
  tax_year: number | null
}

export interface AccreditationReviewsTable {
  id: GeneratedAlways<string>
  accreditation_id: string
  holder_id: string
  round: number
  reviewer_id: string
  decision: 'approved' | 'returned' | 'rejected'
  /** Codes of the checklist. */
  ticks: Generated<string[]>
  reviewed_at: GeneratedAlways<Date>
}

export interface ReliancesTable {
  id: GeneratedAlways<string>
  accreditation_id: string
  holder_id: string
  note_id: string
  amount_cents: Cents
  /** The day of the sale: of the last signature. */
  relied_on: string
  recorded_by: string
  recorded_at: GeneratedAlways<Date>
}

export interface DestructionCertificatesTable {
  id: Generated<string>
  evidence_id: string | null
  accreditation_id: string | null
  holder_id: string | null
  owner_id: string
  document_id: string
  kind: string | null
  filename: string
  file_size: number
  sha256: string | null
  due_on: string
  destroyed_at: Generated<Date>
}

export interface AccreditationRemindersTable {
  holder_id: string
  note_id: string
  kind: 'needed-for-renewal' | 'ends-soon'
  reminded_at: Generated<Date>
}

export interface EnvelopesTable {
  id: Generated<string>
  number: Generated<string>
  kind: 'document' | 'agreement' | 'note'
  /** What it belongs to, such as a subscription; null for a document that the office sends by itself. */
  subject_id: string | null
  holder_id: string
  title: string
  document_id: string
  original_sha256: string
  /** Each page's width and height as shown, in points. */
  pages: Record<string, unknown>
  /** Where a signer's name, signature, day or capacity goes: turn, what, page from 1, and a box in points from the top left. */
  fields: Generated<Record<string, unknown>>
  /** What signers confirm before they sign: label, value, and where to change it. */
  read_back: Generated<Record<string, unknown>>
  state: Generated<'draft' | 'sent' | 'signed' | 'sealed' | 'declined' | 'voided' | 'expired'>
  /** The last day on which it can be signed, in the fund's zone. */
  expires_on: string | null
  /** Why it was declined or voided. */
  reason: string | null
  created_by: string
  created_at: Generated<Date>
  sent_by: string | null
  sent_at: Date | null
  reminders: Generated<number>
  reminded_at: Date | null
  /** When its last signer signed, or it was declined or voided or expired. */
  closed_at: Date | null
  sealed_document_id: string | null
  sealed_sha256: string | null
  sealed_at: Date | null
}

export interface EnvelopeSignersTable {
  id: Generated<string>
  envelope_id: string
  holder_id: string
  turn: number
  role: 'holder' | 'custodian' | 'fund'
  user_id: string | null
  /** As it is printed, such as 'Doe Family LLC, by Jane Doe, Manager'. */
  capacity: string
  state: Generated<'waiting' | 'viewed' | 'signed' | 'declined'>
  /** Pages that their browser has drawn. */
  drawn: Generated<number[]>
  viewed_at: Date | null
  signed_at: Date | null
  /** The act's day in the fund's zone; of a signature on paper, the day beside it. */
  signed_on: string | null
  typed_name: string | null
  ip: string | null
  user_agent: string | null
  consent_id: string | null
  /** How they proved that it's them; 'paper' for a scan that two people have accepted. */
  proof: 'sign-in' | 'passkey' | 'code' | 'recovery-code' | 'paper' | null
  proved_at: Date | null
  paper_document_id: string | null
  approval_id: string | null
  /** Of several that were countersigned together. */
  batch_id: string | null
  reason: string | null
}

export interface EnvelopeEventsTable {
  id: GeneratedAlways<number>
  envelope_id: string
  holder_id: string
  what: 'draft' | 'sent' | 'viewed' | 'signed' | 'declined' | 'voided' | 'expired' | 'reminded' | 'completed' | 'sealed'
  signer_id: string | null
  /** Null for a job. */
  actor_id: string | null
  at: GeneratedAlways<Date>
}

export interface CoveredPersonsTable {
  id: Generated<string>
  name: string
  capacity:
    | 'issuer'
    | 'predecessor'
    | 'affiliate'
    | 'director'
    | 'executive_officer'
    | 'other_officer'
    | 'manager'
    | 'owner'
    | 'promoter'
    | 'investment_manager'
    | 'solicitor'
    | 'principal'
  /** The account with which they sign; null for someone outside the portal. */
  user_id: string | null
  since: string
  added_by: string
  added_at: GeneratedAlways<Date>
  ended_on: string | null
  end_reason: string | null
  ended_by: GeneratedAlways<string | null>
  ended_at: GeneratedAlways<Date | null>
}

export interface CoveredQuestionnairesTable {
  id: Generated<string>
  person_id: string
  is_bring_down: Generated<boolean>
  /** Of the questions (content/covered-persons.ts). */
  version: string
  /** Exactly what was signed: each question with its answer, or what the bring-down states. */
  text: string
  sha256: GeneratedAlways<Buffer>
  /** Those answered with yes, by their paragraph of 506(d)(1). */
  events: Generated<('i' | 'ii' | 'iii' | 'iv' | 'v' | 'vi' | 'vii' | 'viii')[]>
  details: string | null
  signed_on: string
  typed_name: string
  /** The signed PDF of someone outside the portal. */
  document_id: string | null
  /** What was signed in the portal was signed under this consent to electronic signatures. */
  consent_id: string | null
  ip: string | null
  user_agent: string | null
  /** The last day on which it holds is the one before. */
  due_on: string
  recorded_by: string
  recorded_at: GeneratedAlways<Date>
  /** What two people found about the events. */
  finding: 'disqualified' | 'before' | 'waiver' | 'authority' | 'no_event' | null
  finding_reason: string | null
  found_by: GeneratedAlways<string | null>
  found_at: GeneratedAlways<Date | null>
}

export interface CoveredRemindersTable {
  person_id: string
  due_on: string
  kind: 'soon' | 'due'
  reminded_at: Generated<Date>
}

export interface SanctionsListsTable {
  id: Generated<string>
  /** Specially Designated Nationals, or the consolidated list of all others. */
  kind: 'sdn' | 'consolidated'
  published_on: string
  filename: string
  sha256: string
  /** Of the file of aliases, where they are in one of their own. */
  alias_sha256: string | null
  size_bytes: number
  /** As the file has them, with vessels and aircraft, which aren't compared. */
  entry_count: number
  alias_count: number
  added_by: string
  added_at: GeneratedAlways<Date>
  /** When someone last uploaded this very list as OFAC's newest: its age counts from here. */
  current_as_of: Generated<Date>
  confirmed_by: GeneratedAlways<string | null>
  /** When a newer one of its kind took its place. */
  superseded_at: Date | null
  /** When administrators were last reminded that it gets too old. */
  reminded_at: Date | null
}

export interface SanctionsEntriesTable {
  list_id: string
  /** OFAC's own number. */
  uid: string
  kind: 'individual' | 'entity'
  name: string
  /** [{name, isWeak}] */
  aliases: Generated<Record<string, unknown>>
  programs: Generated<string[]>
  births: Generated<string[]>
  places: Generated<string[]>
  remarks: Generated<string>
}

export interface SanctionsChecksTable {
  id: Generated<string>
  list_id: string
  source: 'holder' | 'member' | 'owner' | 'payee' | 'originator'
  /** The person with this name, or the holder that it belongs to. */
  holder_id: string | null
  user_id: string | null
  name: string
  hits: number
  checked_at: Generated<Date>
}

export interface SanctionsHitsTable {
  id: Generated<string>
  /** The list that had it last. */
  list_id: string
  source: 'holder' | 'member' | 'owner' | 'payee' | 'originator'
  holder_id: string | null
  user_id: string | null
  name: string
  kind: 'sdn' | 'consolidated'
  uid: string
  entry: Record<string, unknown>
  entry_sha256: string
  /** The entry's name or alias that it is close to, and how close: 100 is the same. */
  matched: string
  score: number
  found_at: Generated<Date>
  state: Generated<'open' | 'cleared' | 'confirmed'>
  reason: string | null
  approval_id: string | null
  decided_at: Date | null
}

export interface SanctionsNamesTable {
  source: string | null
  holder_id: string | null
  user_id: string | null
  name: string | null
  of_holder: string | null
}

export interface OfferingsTable {
  id: Generated<string>
  name: string
  /** The kinds of holders that it accepts. */
  kinds: string[]
  state: Generated<'draft' | 'open' | 'closed'>
  created_by: GeneratedAlways<string>
  created_at: GeneratedAlways<Date>
  opened_at: Date | null
  closed_at: Date | null
}

export interface DisclosuresTable {
  id: Generated<string>
  offering_id: string
  number: number
  title: string
  document_id: string
  published_by: GeneratedAlways<string>
  published_at: GeneratedAlways<Date>
}

export interface DisclosureReceiptsTable {
  disclosure_id: string
  user_id: GeneratedAlways<string>
  /** The last byte (document_openings). */
  served_at: GeneratedAlways<Date>
  acknowledged_at: GeneratedAlways<Date>
}

export interface SubscriptionsTable {
  id: Generated<string>
  offering_id: string
  /** Who began it, or has taken over what their adviser prepared. */
  person_id: string
  holder_id: string | null
  state: Generated<
    | 'started'
    | 'prepared'
    | 'terms'
    | 'holder'
    | 'accreditation'
    | 'agreement'
    | 'signed'
    | 'custodian_signed'
    | 'countersigned'
    | 'wire_shown'
    | 'received'
    | 'confirmed'
    | 'lapsed'
    | 'withdrawn'
    | 'rejected'
  >
  amount_cents: CentsOrNone
  term_months: number | null
  payout: 'monthly' | 'quarterly' | 'annually' | null
  /** The tier's rate on the day of the quote, and the last day on which it counts. */
  rate_bp: number | null
  quoted_through: string | null
  /** The columns of the note as the agreement has them; frozen with it. */
  agreed: Record<string, unknown> | null
  note_id: string | null
  /** The maturing note to which this adds new money. */
  renews_id: string | null
  /** The adviser who filled it in; the member confirms and signs. */
  prepared_by: string | null
  /** A holder that the office is asked to set up. */
  wanted_kind: string | null
  wanted_name: string | null
  /** Why it was rejected. */
  reason: string | null
  /** Of its state. */
  since: Generated<Date>
  created_at: GeneratedAlways<Date>
  reminded_at: Date | null
  /** For which last day the investor heard that it lapses soon. */
  lapse_told_for: string | null
}

export interface SubscriptionRemarksTable {
  id: GeneratedAlways<string>
  subscription_id: string
  /** The step or term. */
  about:
    | 'amount'
    | 'term'
    | 'payout'
    | 'holder'
    | 'accreditation'
    | 'disclosures'
    | 'agreement'
    | 'sign'
    | 'pay'
    | 'confirm'
  body: string
  written_by: GeneratedAlways<string>
  /** For whom they said it. */
  side: GeneratedAlways<'investor' | 'adviser' | 'office'>
  written_at: GeneratedAlways<Date>
}

export interface CalendarAddressesTable {
  id: GeneratedAlways<string>
  user_id: string
  token_hmac: Buffer
  /** Whether its events name amounts; calendars are often shared. */
  with_amounts: Generated<boolean>
  created_at: GeneratedAlways<Date>
  revoked_at: Date | null
}

export interface CalendarEventsTable {
  address_id: string
  uid: string
  sequence: Generated<number>
  content_sha256: Buffer
  changed_at: Generated<Date>
}

export interface MailPreferencesTable {
  user_id: string
  document_added: Generated<boolean>
  delete_decided: Generated<boolean>
  names_in_mail: Generated<boolean>
  updated_at: Generated<Date>
  messages: Generated<boolean>
  action_needed: Generated<boolean>
  file_received: Generated<boolean>
  delete_requested: Generated<boolean>
  person_joined: Generated<boolean>
}

export interface NoticesTable {
  id: string
  user_id: string
  kind: AnyNoticeKind
  document_id: string | null
  filename: string | null
  /** Null: the portal itself, which reminds. */
  actor_id: string | null
  created_at: Generated<Date>
  /**
   * When it was processed, and its e-mail: the left half of the Message-ID. Null where the person doesn't want the
   * e-mail, or nothing remains to report.
   */
  taken_at: Date | null
  mail_id: string | null
  person_id: string | null
  conversation_id: string | null
  /** The reason that a request was rejected for. */
  detail: string | null
  request_id: string | null
  note_id: string | null
  /** When it may be mailed, if later than the rest. */
  not_before: Date | null
}

export interface MailFailuresTable {
  /** The local part of its Message-ID. */
  id: string
  person_id: string | null
  recipient: string
  first_failed_at: Generated<Date>
  last_failed_at: Generated<Date>
  attempts: Generated<number>
  /** The mail server's answer, or that there was none. */
  reason: string
  /** The mail server said that trying again won't help (RFC 5321: 5yz). */
  refused: boolean
  dismissed_at: Date | null
  /** Null for failures from before this column. */
  sealed: string | null
  /** When an administrator last had it sent again. */
  sent_again_at: Date | null
  /** Delivered when it was sent again. The row stays, so that the queue, which still tries, skips it. */
  delivered_at: Date | null
}

export interface AuditLogTable {
  id: GeneratedAlways<number>
  at: Generated<Date>
  actor_id: string | null
  actor_email: string | null
  action: string
  subject_id: string | null
  details: ColumnType<Record<string, unknown>, string | undefined, never>
  /**
   * As what the actor acted: administrator, investor, visitor (no one is signed in), operator (npm run admin), owner (of
   * the database), system. Null in the oldest entries.
   */
  actor_role: 'administrator' | 'approver' | 'investor' | 'visitor' | 'operator' | 'owner' | 'system' | null
  session_id: string | null
  ip: string | null
  user_agent: string | null
  outcome: Generated<'done' | 'refused' | 'failed'>
}

export interface ChainTable {
  position: number
  entry_id: number
  /**
   * Personal details are hashed by themselves, with a salt. An erasure removes what names a person, and the salt; this
   * hash stays, and with it the chain.
   */
  salt: Buffer | null
  personal_hash: Buffer
  previous_hash: Buffer
  hash: Buffer
}

export interface RedactionsTable {
  /** `audit_log.id` of the entry that says so. */
  redaction: number
  /** In the chain. */
  position: number
  /** SHA-256 of the remaining personal details. The newest row of a position is the one that applies. */
  left_hash: Buffer
}

export interface DeliveriesTable {
  /** HMAC of the destination, which may contain a password. */
  sink: string
  position: number
  updated_at: Generated<Date>
}

export interface ReadableAuditTable {
  id: number
  at: Date
  actor_id: string | null
  actor_role: string | null
  action: string
  subject_id: string | null
  outcome: string
  details: Record<string, unknown>
  actor_email: string | null
  actor_name: string | null
  session_id: string | null
  ip: string | null
  user_agent: string | null
}

export interface VaultKeysTable {
  /** Derived from the key, and named in the files it encrypts. */
  id: Buffer
  /** AES-256-GCM: nonce, encrypted key, proof. */
  wrapped: Buffer
  /** Which VAULT_KEY wraps it. */
  wrapped_by: Buffer
  /** The newest encrypts new files. */
  created_at: Generated<Date>
}

export interface VaultTable {
  only_one: Generated<boolean>
  all_sealed_at: Generated<Date>
}

export interface BackupsTable {
  id: GeneratedAlways<string>
  /**
   * 'snapshot': the database and all files of one moment. 'base': the embedded database's files, for continuous
   * archiving.
   */
  kind: GeneratedAlways<'snapshot' | 'base'>
  /** Where it is, without credentials. */
  target: GeneratedAlways<string>
  started_at: GeneratedAlways<Date>
  /** The moment that it shows, and its name in the place: set once it is complete. */
  moment: GeneratedAlways<Date | null>
  name: GeneratedAlways<string | null>
  finished_at: GeneratedAlways<Date | null>
  /** What the backup added to the place. */
  bytes: GeneratedAlways<number | null>
  files: GeneratedAlways<number | null>
  /** Documents whose file wasn't in the storage, or not as it was uploaded. */
  damaged_files: GeneratedAlways<number | null>
  error: GeneratedAlways<string | null>
  /** When it was last restored into a throw-away place, and everything was there. */
  verified_at: GeneratedAlways<Date | null>
}

export interface BackupAlarmsTable {
  mailed_at: Date
}

export interface ArchiveStateTable {
  /** There is one row. */
  only_row: GeneratedAlways<boolean>
  /** Where it goes, without credentials, and since when. */
  target: GeneratedAlways<string>
  started_at: GeneratedAlways<Date>
  /** Everything acknowledged before this moment is there. */
  archived_until: GeneratedAlways<Date | null>
  checked_at: GeneratedAlways<Date>
  /** Why the last attempt failed. */
  error: GeneratedAlways<string | null>
  /** When administrators were mailed that it is behind. */
  mailed_at: Date | null
}

export interface BrowserFilesTable {
  /** Of its address. It contains a hash of the content; a compressed copy ends in .br or .gz. */
  path: GeneratedAlways<string>
  content: GeneratedAlways<Buffer>
  /** When a version without it started; null while the newest has it. */
  replaced_at: GeneratedAlways<Date | null>
}

export interface FundTable {
  is_the_fund: GeneratedAlways<boolean>
  /** IANA's name of its zone (content/fund-time-zone.ts): days of payment, retention and closing are the fund's. */
  time_zone: GeneratedAlways<string>
  /** Days after which the approvals of a new administrator or approver count (DECIDER_WAIT_DAYS). */
  decider_wait_days: GeneratedAlways<number>
  /** How many people decide on a verification (content/accreditation.ts). */
  accreditation_reviewers: GeneratedAlways<number>
  /** How many days before its maturity the election of a note closes that has no days of its own yet (content/notes.ts). */
  election_closes_days: GeneratedAlways<number>
  /** Whether administrators and approvers need a passkey (REQUIRE_ADMIN_PASSKEY). */
  passkeys_required: GeneratedAlways<boolean>
  /** Where signing links lead (content/signing.ts): these hosts and their subdomains. */
  signing_hosts: GeneratedAlways<string[]>
  /** What instructions for a payment say, as a regular expression (rules/payment-instructions.ts). */
  payment_words: GeneratedAlways<string>
  /** From how many days back an imported note counts as history (content/notes.ts). */
  import_history_days: GeneratedAlways<number>
  /** Version of the disclosure about electronic records and signatures (content/electronic-records.ts). */
  esign_version: GeneratedAlways<string>
  /** Whether a sale waits for a current register of covered persons (content/covered-persons.ts). */
  covered_persons_required: GeneratedAlways<boolean>
  /** Days after which a sanctions list is too old to sell or pay (content/sanctions.ts); null: nothing is refused. */
  sanctions_list_days: GeneratedAlways<number | null>
  /** The kinds of holders that have a document set (content/agreement.ts). */
  agreement_kinds: GeneratedAlways<string[]>
}
