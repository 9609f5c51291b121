import { randomUUID } from 'node:crypto'
import * as op from '../../../server/operations.ts'
import { conversationReads, conversations, insertMessage } from '../../../server/sample/conversations.ts'
import { insertOf } from '../../../server/sample/rows.ts'
import {
  administrators,
  everyone,
  type Gets,
  ownerAndAdministrators,
  ownerOnly,
} from '../../../tests/attacks/doors/actors.ts'
import { about, type OperationDoor } from '../../../tests/attacks/doors/operation-door.ts'
import { mark, type World } from '../../../tests/attacks/doors/world.ts'

/**
 * Makes a conversation of the owner's with one message, which had an attachment, and a note about the owner.
 * @returns its id, and the message's
 */
export async function newConversation({ portal, owner }: World): Promise<{ id: string; messageId: string }> {
  const id = await conversations.insert(portal.owner, { person_id: owner.id, subject: mark })
  const message = { conversation_id: id, sender_id: owner.id, sender_name: mark, body: mark }
  const messageId = await insertMessage(portal.owner, message, [null])
  await portal.owner.query("insert into admin_notes (person_id, author_name, body) values ($1, 'Somebody', $2)", [
    owner.id,
    mark,
  ])
  return { id, messageId }
}

const conversation = async (world: World) => (await newConversation(world)).id
const message = { subject: 'A question', body: 'Hello' }

export const conversationDoors = {
  getConversations: about(
    conversation,
    ({ actor, world }) => op.getConversations(actor, { of: world.owner.id }),
    ownerAndAdministrators('sees', 'FORBIDDEN', { exAdministrator: 'ok' }),
  ),
  getConversation: about(
    conversation,
    ({ actor }, id) => op.getConversation(actor, id),
    ownerAndAdministrators('sees', 'NOT_FOUND'),
  ),
  startConversation: {
    call: ({ actor, world }) => op.startConversation(actor, { personId: world.owner.id, ...message }),
    gets: ownerAndAdministrators('changes', 'FORBIDDEN', {
      exAdministrator: 'NOT_FOUND',
      disabled: 'NO_SESSION',
    }),
  },
  replyToConversation: about(
    conversation,
    ({ actor }, id) => op.replyToConversation(actor, id, message),
    ownerAndAdministrators('changes', 'NOT_FOUND'),
  ),
  markConversationRead: about(
    conversation,
    ({ actor }, id) => op.markConversationRead(actor, id),
    ownerAndAdministrators('changes', 'NOT_FOUND'),
  ),
  countUnreadConversations: { call: ({ actor }) => op.countUnreadConversations(actor), gets: everyone('ok') },
  replyFromInbox: about(
    conversation,
    ({ actor }, id) => op.replyFromInbox(actor, id, { body: 'Hello' }),
    administrators('changes', 'FORBIDDEN', { disabled: 'NOT_FOUND', exAdministrator: 'NOT_FOUND' }),
  ),
  getRemarks: about(
    conversation,
    ({ actor, world }) => op.getRemarks(actor, { personId: world.owner.id }),
    administrators('sees', 'FORBIDDEN'),
  ),
} satisfies Partial<Record<keyof typeof op, OperationDoor>>

const denied = everyone('denied')

export const conversationTables: Record<
  string,
  { owners: string; read: Gets; change: [string, Gets]; remove: Gets; add: [string, Gets] }
> = {
  conversations: {
    owners: "id = '$conversation'",
    read: ownerAndAdministrators('rows', 'none'),
    change: ['closed_at = now()', administrators('rows', 'none')],
    remove: denied,
    add: ["(person_id, subject) values ('$owner', 'x')", ownerAndAdministrators('rows', 'denied')],
  },
  conversation_messages: {
    owners: "conversation_id = '$conversation'",
    read: ownerAndAdministrators('rows', 'none'),
    change: ["body = 'x'", denied],
    remove: denied,
    add: [
      `(conversation_id, sender_id, from_fund, sender_name, body)
      values ('$conversation', '$owner', false, 'x', 'x')`,
      ownerOnly('rows', 'denied'),
    ],
  },
  conversation_attachments: {
    owners: "message_id = '$message'",
    read: ownerAndAdministrators('rows', 'none'),
    change: ['position = 2', denied],
    remove: denied,
    // To a message of their own.
    add: ["(message_id, position, document_id) values ('$message', 2, '$document')", ownerOnly('rows', 'denied')],
  },
  conversation_reads: {
    owners: "conversation_id = '$conversation'",
    read: ownerAndAdministrators('rows', 'none'),
    change: ['read_at = now()', ownerOnly('rows', 'none')],
    remove: denied,
    add: [
      `(conversation_id, reader_id, read_at) values ('$conversation', '$owner', now())
      on conflict (conversation_id, reader_id) do update set read_at = now()`,
      ownerOnly('rows', 'denied'),
    ],
  },
  admin_notes: {
    owners: "person_id = '$owner'",
    // Not even the person they are about.
    read: administrators('rows', 'none'),
    change: ["body = 'x'", denied],
    remove: denied,
    add: ["(person_id, author_id, author_name, body) values ('$owner', '$owner', 'x', 'x')", denied],
  },
}

export const conversationFunctions = {
  'app.tell_administrators_of_message': {
    call: "app.tell_administrators_of_message('$conversation')",
    gets: ownerOnly('ok', 'denied'),
  },
}

/** Makes what the tables above are about. @returns the ids for their placeholders */
export async function ownersConversation(world: World): Promise<Record<string, string>> {
  const { id, messageId } = await newConversation(world)
  const read = conversationReads.row({ conversation_id: id, reader_id: world.owner.id, read_at: new Date() })
  await world.portal.owner.query(insertOf('conversation_reads', read))
  return { $conversation: id, $message: messageId }
}

const toSignIn = { anonymous: '302' }
/** Administrators have an inbox of their own. */
const toInbox = { ...toSignIn, administrator: '302' }
const at = async (world: World, rest = '') => `/profile/messages/${await conversation(world)}${rest}`

export interface ConversationAddress {
  door: string
  gets: Gets
  send: (
    world: World,
  ) => { path: string; body?: Record<string, string> } | Promise<{ path: string; body?: Record<string, string> }>
}

export const conversationPages: ConversationAddress[] = [
  {
    door: 'GET /profile/messages',
    gets: ownerOnly('sees', '200', toInbox),
    send: async world => {
      await conversation(world)
      return { path: '/profile/messages' }
    },
  },
  {
    door: 'GET /profile/messages/new',
    gets: ownerOnly('sees', '404', toInbox),
    send: async world => ({ path: `/profile/messages/new?document=${await world.newDocument()}` }),
  },
  {
    door: 'GET /profile/messages/:id',
    gets: ownerOnly('sees', '404', toInbox),
    send: async world => ({ path: await at(world) }),
  },
  {
    door: 'GET /profile/messages/documents',
    gets: ownerAndAdministrators('sees', '403', toSignIn),
    send: async world => {
      await world.newDocument()
      return { path: `/profile/messages/documents?user=${world.owner.id}` }
    },
  },
]

export const conversationForms: ConversationAddress[] = [
  {
    door: 'POST /profile/messages/new conversation.start',
    gets: ownerAndAdministrators('changes', '403', toSignIn),
    send: ({ owner }) => ({
      path: '/profile/messages/new.data',
      body: { intent: 'conversation.start', personId: owner.id, formId: randomUUID(), ...message },
    }),
  },
  {
    door: 'POST /profile/messages/:id conversation.reply',
    gets: ownerAndAdministrators('changes', '404', toSignIn),
    send: async world => ({
      path: await at(world, '.data'),
      body: { intent: 'conversation.reply', formId: randomUUID(), body: 'Hello' },
    }),
  },
  {
    door: 'POST /profile/messages/:id/read conversation.mark_read',
    gets: ownerAndAdministrators('changes', '404', { anonymous: '401' }),
    send: async world => ({ path: await at(world, '/read.data'), body: { intent: 'conversation.mark_read' } }),
  },
]
