import { randomUUID } from 'node:crypto'
import * as op from '../../../server/operations.ts'
import { administrators } from '../../../tests/attacks/doors/actors.ts'
import { about, type OperationDoor } from '../../../tests/attacks/doors/operation-door.ts'
import type { World } from '../../../tests/attacks/doors/world.ts'
import { type ConversationAddress, newConversation } from './conversation-doors.ts'

const conversationOf = async ({ portal }: World, leadId: string): Promise<string> => {
  const { rows } = await portal.owner.query(
    'select id from conversations where visitor_message_id = $1 or call_request_id = $1',
    [leadId],
  )
  return rows[0].id
}

/** Makes a visitor's message. @returns its conversation's id */
const withVisitor = async (world: World) => conversationOf(world, await world.newMessage())

const withOwner = async (world: World) => (await newConversation(world)).id

export const inboxDoors = {
  getLead: about(
    world => world.newMessage(),
    ({ actor }, id) => op.getLead(actor, id),
    administrators('sees', 'FORBIDDEN'),
  ),
  findVisitorConversation: about(
    world => world.newMessage(),
    ({ actor }, id) => op.findVisitorConversation(actor, id),
    administrators('ok', 'FORBIDDEN'),
  ),
} satisfies Partial<Record<keyof typeof op, OperationDoor>>

const toSignIn = { anonymous: '302' }

const form = (
  intent: string,
  conversation: (world: World) => Promise<string>,
  fields: (world: World) => Promise<Record<string, string>> | Record<string, string> = () => ({}),
): ConversationAddress => ({
  door: `POST /profile/admin/messages/:id ${intent}`,
  gets: administrators('changes', '403', toSignIn),
  send: async world => ({
    path: `/profile/admin/messages/${await conversation(world)}.data`,
    body: { intent, ...(await fields(world)) },
  }),
})

const closed = async (world: World) => {
  const id = await withOwner(world)
  await world.portal.owner.query('update conversations set closed_at = now() where id = $1', [id])
  return id
}

export const inboxPages: ConversationAddress[] = [
  {
    door: 'GET /profile/admin/messages',
    gets: administrators('sees', '403', toSignIn),
    send: async world => {
      await withVisitor(world)
      return { path: '/profile/admin/messages' }
    },
  },
  {
    door: 'GET /profile/admin/messages/:id',
    gets: administrators('sees', '403', toSignIn),
    send: async world => ({ path: `/profile/admin/messages/${await withVisitor(world)}` }),
  },
  {
    door: 'GET /profile/admin/leads/:id',
    gets: administrators('302', '403', toSignIn),
    send: async world => ({ path: `/profile/admin/leads/${await world.newMessage()}` }),
  },
]

export const inboxForms: ConversationAddress[] = [
  form('inbox.reply', withOwner, () => ({ formId: randomUUID(), body: 'Hello' })),
  form('inbox.answer', withVisitor, () => ({ formId: randomUUID(), body: 'Hello' })),
  form('inbox.remark', withVisitor, () => ({ body: 'A remark' })),
  form('inbox.close', withOwner),
  form('inbox.reopen', closed),
  form('call.cancel', withVisitor, async world => ({ call: (await world.newCall()).id, reason: 'a note' })),
]
