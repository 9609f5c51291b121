import type { Generated, GeneratedAlways } from 'kysely'

/* The tables of conversations and notes; see `Database` in `types.ts`. */

type CreatedAt = GeneratedAlways<Date>

export interface ConversationsTable {
  id: Generated<string>
  person_id: string | null
  visitor_message_id: string | null
  call_request_id: string | null
  document_id: string | null
  subject: string | null
  created_at: CreatedAt
  from_person_at: Date | null
  from_fund_at: Date | null
  answered_by: string | null
  closed_at: Date | null
  closed_by: string | null
  last_message_at: GeneratedAlways<Date>
  awaits_answer: GeneratedAlways<boolean>
}

export interface ConversationMessagesTable {
  id: Generated<string>
  conversation_id: string
  sender_id: string | null
  from_fund: boolean
  sender_name: string
  body: string
  created_at: CreatedAt
}

export interface ConversationAttachmentsTable {
  message_id: string
  position: number
  document_id: string | null
}

export interface ConversationReadsTable {
  conversation_id: string
  reader_id: string
  read_at: Date
}

export interface AdminNotesTable {
  id: Generated<string>
  person_id: string | null
  conversation_id: string | null
  author_id: string | null
  author_name: string
  body: string
  created_at: CreatedAt
}
