import { sql, type Transaction } from 'kysely'
import { assertId } from '../../../server/access/ids.ts'
import { perform } from '../../../server/access/perform.ts'
import type { Database } from '../../../server/database/types.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import { isReminderAllowed } from '../../documents/server/reminder-schedule.ts'
import { requireProofToReach } from '../../identity/server/reach-proof.ts'
import { notifyOfRequest } from '../../notifications/server/notify.ts'
import {
  askForDocumentCommand,
  markReceivedCommand,
  remindOfDocumentCommand,
  withdrawDocumentRequestCommand,
} from '../document-request.commands.ts'
import { isDayFromTodayOn } from '../document-requests.ts'
import { openRequestsPerPerson } from '../limits.ts'
import { lockRequest, requireOpen } from './document-request.ts'

/**
 * Asks a person for a document: they see it in their portal until they have uploaded it, and are e-mailed and reminded.
 * @returns the request's id
 */
export const askForDocument = perform(
  askForDocumentCommand,
  async ({ tx, actor, refuse, audit }, _about, { person, name, note, due_on }) => {
    const personId = assertId(person)
    if (due_on && !isDayFromTodayOn(due_on)) throw refuse('REQUEST_DAY_INVALID')
    await requireProofToReach(actor, { owners: [personId], texts: [name, note] })
    await enforceOpenLimit(tx, personId)
    const requested = { name, note: note || null, due_on: due_on || null }
    const { id } = await tx
      .insertInto('document_requests')
      .values({ ...requested, person_id: personId, requested_by: actor.id })
      .returning('id')
      .executeTakeFirstOrThrow()
    await audit('document_request.created', id, { user_id: personId, name, due_on: requested.due_on })
    await notifyOfRequest(tx, { kind: 'document-asked', userId: personId, requestId: id, name, by: actor })
    return id
  },
  { codes: { document_requests_person_id_fkey: 'NOT_FOUND' } },
)

async function enforceOpenLimit(tx: Transaction<Database>, personId: string): Promise<void> {
  const { open } = await tx
    .selectFrom('document_requests')
    .select(count => count.fn.countAll<number>().as('open'))
    .where('person_id', '=', personId)
    .where('fulfilled_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (open >= openRequestsPerPerson) throw new PortalError('TOO_MANY_ASKED')
}

/** Withdraws a request: the document is no longer needed. */
export const withdrawDocumentRequest = perform(withdrawDocumentRequestCommand, async ({ tx, audit }, requestId) => {
  const { id, ...facts } = await closeRequest(tx, requestId, 'withdrawn_at')
  await audit('document_request.withdrawn', id, facts)
})

/** Records that the requested document arrived some other way, such as by post. */
export const markDocumentReceived = perform(markReceivedCommand, async ({ tx, audit }, requestId) => {
  const { id, ...facts } = await closeRequest(tx, requestId, 'fulfilled_at')
  await audit('document_request.received', id, facts)
})

/** Reminds a person of a requested document, at most once a day. */
export const remindOfDocumentRequest = perform(
  remindOfDocumentCommand,
  async ({ tx, actor, refuse, audit }, requestId) => {
    const { id, person_id, name, reminders, reminded_at } = requireOpen(await lockRequest(tx, assertId(requestId)))
    if (!isReminderAllowed(reminded_at)) throw refuse('REMINDED_ALREADY')
    await tx
      .updateTable('document_requests')
      .set({ reminders: reminders + 1, reminded_at: sql<Date>`now()` })
      .where('id', '=', id)
      .execute()
    await audit('document_request.reminded', id, { user_id: person_id, name })
    await notifyOfRequest(tx, { kind: 'document-reminder', userId: person_id, requestId: id, name, by: actor })
  },
)

async function closeRequest(tx: Transaction<Database>, requestId: string, how: 'withdrawn_at' | 'fulfilled_at') {
  const { id, person_id, name } = requireOpen(await lockRequest(tx, assertId(requestId)))
  await tx
    .updateTable('document_requests')
    .set({ [how]: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
  return { id, user_id: person_id, name }
}
