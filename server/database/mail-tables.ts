import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type {
  MessageNoticeKind,
  NoteNoticeKind,
  NoticeKind,
  OfficeNoticeKind,
  PersonNoticeKind,
  RequestNoticeKind,
} from '../../rules/mail-preferences.ts'

/* Tables of what people are e-mailed about, and of e-mail that failed, as in `types.ts`. */

/** Set only by the database: `now()` on insert. */
type CreatedAt = GeneratedAlways<Date>

export interface MailPreferencesTable {
  user_id: string
  document_added: Generated<boolean>
  delete_decided: Generated<boolean>
  names_in_mail: Generated<boolean>
  messages: Generated<boolean>
  action_needed: Generated<boolean>
  file_received: Generated<boolean>
  delete_requested: Generated<boolean>
  person_joined: Generated<boolean>
  updated_at: CreatedAt
}

export interface NoticesTable {
  id: string
  user_id: string
  kind: NoticeKind | RequestNoticeKind | OfficeNoticeKind | PersonNoticeKind | MessageNoticeKind | NoteNoticeKind
  document_id: string | null
  filename: string | null
  actor_id: string | null
  created_at: CreatedAt
  taken_at: Date | null
  mail_id: string | null
  person_id: string | null
  conversation_id: string | null
  /** Why a request was rejected. */
  detail: string | null
  request_id: string | null
  note_id: string | null
}

export interface MailFailuresTable {
  id: string
  person_id: string | null
  recipient: string
  first_failed_at: CreatedAt
  last_failed_at: ColumnType<Date, never, Date>
  attempts: Generated<number>
  reason: string
  refused: boolean
  dismissed_at: Date | null
  /** The message, encrypted as in the queue. */
  sealed: string | null
  /** When an administrator last asked to send it again. */
  sent_again_at: Date | null
  /** When sending it again succeeded. */
  delivered_at: Date | null
}
