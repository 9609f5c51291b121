import { randomUUID } from 'node:crypto'
import { openForm } from '../../server/access/form-proof.ts'
import { submitOnce, submitUntilAnswered } from './submit.ts'
import { send } from './uploads.ts'
import { apiOf, idOf, readValue, unique, type World } from './world.ts'

/* What people do with forms. Each writes a text that nothing else has, by which the checks find it again. */

/** An investor starts a conversation, and an administrator answers. */
export async function converse(world: World, signal: AbortSignal): Promise<void> {
  const { ledger, random, administrator } = world
  const person = random.pick(ledger.people)
  const requested = ledger.write('message', unique('message'))
  const formId = randomUUID()
  const { redirect = '' } =
    (await submitUntilAnswered(world, signal, {
      api: apiOf(world, person),
      path: '/profile/messages/new',
      fields: { intent: 'conversation.start', formId, subject: 'A question', body: requested.text },
    })) ?? {}
  const conversation = redirect.split('/').at(-1)
  if (!conversation) return
  requested.acknowledged = true
  const answered = ledger.write('message', unique('answer'))
  const answer = await submitUntilAnswered(world, signal, {
    api: administrator,
    path: `/profile/admin/messages/${conversation}`,
    fields: { intent: 'inbox.reply', formId: randomUUID(), body: answered.text, done: random.chance(0.5) ? '1' : '' },
  })
  answered.acknowledged = answer !== undefined
}

/** A visitor sends a message with the contact form. */
export async function sendLead(world: World, signal: AbortSignal): Promise<void> {
  const lead = world.ledger.write('lead', unique('lead'))
  const answer = await submitUntilAnswered(world, signal, {
    api: apiOf(world),
    path: '/email-contact',
    fields: {
      intent: 'visitor.send_message',
      ticket: openForm('message', Date.now() - 60_000),
      topic: 'question',
      name: 'Vera Visitor',
      email: `${lead.text}@example.com`,
      message: lead.text,
    },
  })
  lead.acknowledged = answer !== undefined
}

/** An administrator sends a link for signing; its owner says that they signed, and the administrator confirms it. */
export async function signLink(world: World, signal: AbortSignal): Promise<void> {
  const { ledger, random, administrator } = world
  const person = random.pick(ledger.people)
  const user = await idOf(world, person)
  const link = ledger.write('link', unique('link'))
  const created = await submitOnce(world, {
    api: administrator,
    path: '/profile/documents',
    fields: {
      intent: 'document.add_link',
      user,
      name: link.text,
      url: 'https://na4.docusign.net/signing/1',
      fund_name: '',
    },
  })
  if (!created) return
  link.acknowledged = true
  link.state = 'sent'
  const id = await readValue(world, 'select id from documents where filename = $1', link.text)
  const steps = [
    { api: apiOf(world, person), intent: 'signing.say_signed', state: 'said_signed' },
    { api: administrator, intent: 'signing.confirm', state: 'confirmed' },
  ]
  for (const { api, intent, state } of steps) {
    const form = { api, path: `/profile/signing/${id}`, fields: { intent } }
    if (!(await submitUntilAnswered(world, signal, form, 'SIGNING_MOVED'))) return
    link.state = state
  }
}

/** An administrator asks a person for a document, who sends it; or it arrives otherwise, or is needed no longer. */
export async function requestDocument(world: World, signal: AbortSignal): Promise<void> {
  const { ledger, random, administrator } = world
  const person = random.pick(ledger.people)
  const user = await idOf(world, person)
  const request = ledger.write('request', unique('request'))
  const path = '/profile/requests'
  const fields = { intent: 'document_request.ask', person: user, name: request.text, note: '', due_on: '' }
  if (!(await submitOnce(world, { api: administrator, path, fields }))) return
  request.acknowledged = true
  request.state = 'open'
  const id = await readValue(world, 'select id from document_requests where name = $1', request.text)
  if (random.chance(0.6)) {
    const stored = await send(world, { most: 14, owner: person, metadata: { documentRequestId: id } })
    if (!stored) return
    // It has the request's name.
    ledger.stored.push({ ...stored, filename: `${request.text}${stored.filename.slice(-4)}` })
    request.state = `fulfilled by ${stored.id}`
    return
  }
  const [intent, state, done] = random.pick([
    ['document_request.receive', 'received', 'REQUEST_FULFILLED'],
    ['document_request.withdraw', 'withdrawn', 'REQUEST_CLOSED'],
  ] as const)
  const form = { api: administrator, path, fields: { intent, request: id } }
  if (await submitUntilAnswered(world, signal, form, done)) request.state = state
}
