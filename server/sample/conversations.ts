import { builderOf, insertOf, newId, type Owner } from './rows.ts'

/** With a person; a visitor's have no subject. */
export const conversations = builderOf('conversations', { id: newId, subject: 'A question' })
export const conversationMessages = builderOf('conversation_messages', { from_fund: false, sender_name: 'A person' })
/** How far each reader has read. */
export const conversationReads = builderOf('conversation_reads', {})

/** Adds a message with documents. @returns its id */
export async function insertMessage(
  owner: Owner,
  message: Parameters<typeof conversationMessages.row>[0],
  documents: readonly (string | null)[] = [],
): Promise<string> {
  const message_id = await conversationMessages.insert(owner, message)
  const attached = documents.map((document_id, at) => ({ message_id, position: at + 1, document_id }))
  if (attached.length > 0) await owner.query(insertOf('conversation_attachments', attached))
  return message_id
}
