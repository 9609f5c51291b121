import { randomUUID } from 'node:crypto'
import { insertOf, insertRow, type Owner, type Row } from './rows.ts'

interface Message {
  body: string
  sender_id: string | undefined
  sender_name?: string | undefined
  from_fund?: boolean
}

/** Starts a person's conversation. @returns its id */
export function insertConversation(
  owner: Owner,
  columns: Pick<Row<'conversations'>, 'person_id' | 'document_id'> & { subject?: string },
): Promise<string> {
  return insertRow(owner, 'conversations', { id: randomUUID(), subject: 'A question', ...columns })
}

/** Adds a message with documents. @returns its id */
export async function insertMessage(
  owner: Owner,
  conversation_id: string,
  { body, sender_id, sender_name = 'A person', from_fund = false }: Message,
  documents: readonly (string | null)[] = [],
): Promise<string> {
  const message = { conversation_id, sender_id, from_fund, sender_name, body }
  const message_id = await insertRow(owner, 'conversation_messages', message)
  const attached = documents.map((document_id, at) => ({ message_id, position: at + 1, document_id }))
  if (attached.length > 0) await owner.query(insertOf('conversation_attachments', attached))
  return message_id
}
