import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { ActorRole, AuditOutcome } from '../../rules/audit-words.ts'
import type {
  AcceptedExtension,
  DeleteRequestStatus,
  DocumentCategory,
  FileType,
  signingLinkType,
} from '../../rules/documents.ts'
import type { CheckState, FileMark } from '../../rules/file-checks.ts'
import type { CallCalendar, CallKind, LeadState, Topic } from '../../rules/leads.ts'
import type { SigningState } from '../../rules/signing-links.ts'
import type { AccessRemindersTable, AccessReviewsTable } from './access-tables.ts'
import type { AccreditationTables } from './accreditation-tables.ts'
import type { CalendarTables } from './calendar-tables.ts'
import type {
  AdminNotesTable,
  ConversationAttachmentsTable,
  ConversationMessagesTable,
  ConversationReadsTable,
  ConversationsTable,
} from './conversation-tables.ts'
import type { HolderTables } from './holder-tables.ts'
import type { MailFailuresTable, MailPreferencesTable, NoticesTable } from './mail-tables.ts'
import type { NoteTables } from './note-tables.ts'
import type { RegisterTables } from './register-tables.ts'
import type { DeleteDecisionsTable, DocumentFiguresTable, DocumentRequestsTable } from './request-tables.ts'
import type { MissingFilesTable, SweepsTable } from './upkeep-tables.ts'

/**
 * The tables as Kysely sees them, written by hand from `migrations/*.sql`; `tests/integration/schema.test.ts` compares
 * the two. Times are UTC instants, sizes are bytes.
 */
export interface Database extends AccreditationTables, CalendarTables, HolderTables, NoteTables, RegisterTables {
  user_profiles: UserProfilesTable
  documents: DocumentsTable
  document_figures: DocumentFiguresTable
  document_views: DocumentViewsTable
  delete_decisions: DeleteDecisionsTable
  document_requests: DocumentRequestsTable
  uploads: UploadsTable
  audit_log: AuditLogTable
  'app.readable_audit': ReadableAuditView
  'audit.deliveries': AuditDeliveriesTable
  messages: MessagesTable
  call_requests: CallRequestsTable
  mail_preferences: MailPreferencesTable
  notices: NoticesTable
  invitations: InvitationsTable
  access_reviews: AccessReviewsTable
  access_reminders: AccessRemindersTable
  conversations: ConversationsTable
  conversation_messages: ConversationMessagesTable
  conversation_attachments: ConversationAttachmentsTable
  conversation_reads: ConversationReadsTable
  admin_notes: AdminNotesTable
  mail_failures: MailFailuresTable
  list_columns: ListColumnsTable
  sweeps: SweepsTable
  missing_files: MissingFilesTable
}

/** Set only by the database: `now()` on insert. */
type CreatedAt = GeneratedAlways<Date>

export interface UserProfilesTable {
  id: string
  email: string
  full_name: string | null
  organization: string | null
  is_admin: Generated<boolean>
  created_at: CreatedAt
  updated_at: CreatedAt
  accepted_at: Date | null
  accepted_by: string | null
  admin_at: Date | null
  admin_by: string | null
  disabled_at: Date | null
  disabled_by: string | null
  disabled_reason: string | null
  erase_requested_at: Date | null
  erased_at: Date | null
  details_asked_at: Date | null
  steps_hidden_at: Date | null
  is_approver: Generated<boolean>
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
  category: Generated<DocumentCategory>
  is_external_link: Generated<boolean>
  external_url: string | null
  file_type: FileType | typeof signingLinkType
  view_count: Generated<number>
  created_at: CreatedAt
  updated_at: CreatedAt
  delete_requested_by: string | null
  delete_requested_at: ColumnType<Date | null, Date | null | undefined, Date | null>
  delete_request_status: DeleteRequestStatus | null
  check_state: Generated<CheckState>
  checked_at: Date | null
  check_result: string | null
  marks: FileMark[] | null
  signing_state: SigningState | null
  signing_sent_at: Date | null
  signing_opened_at: Date | null
  said_signed_at: Date | null
  signing_confirmed_at: Date | null
  signing_confirmed_by: string | null
  signing_reminders: Generated<number>
  signing_reminded_at: Date | null
  read_at: Date | null
  opened_by_others_at: Date | null
  new_for_office: GeneratedAlways<boolean>
  holder_id: string | null
  /** Whose it is: that holder or, where there is none, `user_id`. */
  owner_id: GeneratedAlways<string>
  /** The last day on which it must not be deleted. */
  retain_until: string | null
  /** Prepared, and seen by the office only. */
  unreleased: Generated<boolean>
  /** The document beside which it belongs: a statement's PDF. Lists leave it out. */
  companion_of: string | null
  /** Of the category Accreditation: when it was uploaded, filed, added or removed as evidence, or came back. */
  evidence_changed_at: GeneratedAlways<Date>
}

export interface DocumentViewsTable {
  id: Generated<string>
  document_id: string
  user_id: string | null
  user_email: string
  user_name: string | null
  viewed_at: CreatedAt
}

export interface UploadsTable {
  id: string
  user_id: string
  uploaded_by: string
  filename: string
  file_type: AcceptedExtension
  file_size: number
  fund_name: string
  category: DocumentCategory
  file_path: string | null
  mime_type: string | null
  sha256: string | null
  document_id: string | null
  marks: FileMark[] | null
  created_at: CreatedAt
  expires_at: Date
  document_request_id: string | null
  /** What has arrived, where it is kept in the store: see `server/uploads/stored-bytes.ts`. */
  parts: Generated<string[]>
  holder_id: string | null
}

export interface AuditLogTable {
  id: GeneratedAlways<number>
  at: CreatedAt
  actor_id: string | null
  actor_email: string | null
  action: string
  subject_id: string | null
  details: ColumnType<Record<string, unknown>, string | undefined, never>
  actor_role: ActorRole | null
  session_id: string | null
  ip: string | null
  user_agent: string | null
  outcome: Generated<AuditOutcome>
}

/** What of the log the person who acts may read. */
export interface ReadableAuditView extends Omit<AuditLogTable, 'id' | 'outcome' | 'details'> {
  id: number
  outcome: AuditOutcome
  details: Record<string, unknown>
  actor_name: string | null
}

/** How far each destination of AUDIT_SINK has been sent the log. */
interface AuditDeliveriesTable {
  /** HMAC of the destination. */
  sink: string
  /** Of the newest entry sent. */
  position: number
  updated_at: ColumnType<Date, never, Date>
}

export interface MessagesTable {
  id: string
  topic: Topic
  name: string
  email: string
  phone: string | null
  amount_range: string | null
  message: string
  state: Generated<LeadState>
  note: string | null
  created_at: CreatedAt
  updated_at: CreatedAt
}

export interface CallRequestsTable {
  id: string
  calendar: CallCalendar
  kind: CallKind
  name: string
  email: string
  phone: string | null
  message: string | null
  time_zone: string
  starts_at: Date
  ends_at: Date
  sequence: Generated<number>
  token_hash: string
  cancelled_at: Date | null
  state: Generated<LeadState>
  note: string | null
  created_at: CreatedAt
  updated_at: CreatedAt
}

export interface InvitationsTable {
  user_id: string
  invited_by: string | null
  sent_at: CreatedAt
  times: Generated<number>
  accepted_at: Date | null
}

export interface ListColumnsTable {
  user_id: string
  list: string
  columns: string[]
  updated_at: CreatedAt
}
