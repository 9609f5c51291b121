import { sql, type Transaction } from 'kysely'
import { openRequestsPerPerson } from '../../rules/document-request-limits.ts'
import { readDocumentRequest } from '../../rules/document-requests.ts'
import type { Actor } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import { assertId } from '../access/ids.ts'
import { asAdministrator } from '../access/roles.ts'
import { assertValid } from '../access/validation.ts'
import type { Database } from '../database/types.ts'
import { isReminderAllowed } from '../documents/reminder-schedule.ts'
import { requireProofToReach } from '../identity/reach-proof.ts'
import { notifyOfRequest } from '../notifications/notify.ts'
import { PortalError } from '../platform/portal-error.ts'
import { type DocumentRequest, lockRequest, requestColumns, requireOpen } from './document-request.ts'

/** A request for a document, as typed. */
export interface TypedRequest {
  /** Who is asked. */
  personId: string
  /** What the document is called. */
  name: string
  note?: string
  /** The day by which it is needed, YYYY-MM-DD; empty for none. */
  dueOn?: string
}

/**
 * Asks a person for a document: they see it in their portal until they have uploaded it, and are e-mailed and reminded.
 * @returns the request
 * @throws PortalError FORBIDDEN unless the actor is an administrator; the codes of `readDocumentRequest`; NOT_FOUND for a
 *   person who doesn't exist; TOO_MANY_ASKED; PROOF_NEEDED
 */
export async function askForDocument(actor: Actor, typed: TypedRequest): Promise<DocumentRequest> {
  return asAdministrator(
    actor,
    async tx => {
      const personId = assertId(typed.personId)
      const { problems, ...values } = readDocumentRequest(typed)
      assertValid(problems)
      await requireProofToReach(actor, { owners: [personId], texts: [values.name, values.note] })
      await enforceOpenLimit(tx, personId)
      const request = await tx
        .insertInto('document_requests')
        .values({ ...values, person_id: personId, requested_by: actor.id })
        .returning(requestColumns)
        .executeTakeFirstOrThrow()
      const { id, name, due_on } = request
      await audit(tx, actor, 'document_request.created', id, { user_id: personId, name, due_on })
      await notifyOfRequest(tx, { kind: 'document-asked', userId: personId, requestId: id, name, by: actor })
      return request
    },
    { document_requests_person_id_fkey: 'NOT_FOUND' },
  )
}

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

/**
 * Withdraws a request: the document is no longer needed.
 * @throws PortalError FORBIDDEN unless the actor is an administrator; NOT_FOUND; REQUEST_FULFILLED, REQUEST_CLOSED where it
 *   is no longer open
 */
export async function withdrawDocumentRequest(actor: Actor, requestId: string): Promise<void> {
  return changeRequest(actor, requestId, 'document_request.withdrawn', { withdrawn_at: sql<Date>`now()` })
}

/**
 * Records that what was asked for arrived some other way, such as by post.
 * @throws PortalError as `withdrawDocumentRequest`
 */
export async function markDocumentReceived(actor: Actor, requestId: string): Promise<void> {
  return changeRequest(actor, requestId, 'document_request.received', { fulfilled_at: sql<Date>`now()` })
}

/**
 * Reminds a person of a document they were asked for, at most once a day.
 * @throws PortalError as `withdrawDocumentRequest`; REMINDED_ALREADY
 */
export async function remindOfDocumentRequest(actor: Actor, requestId: string): Promise<void> {
  const id = assertId(requestId)
  return asAdministrator(actor, async tx => {
    const { person_id, name, reminders, reminded_at } = requireOpen(await lockRequest(tx, id))
    if (!isReminderAllowed(reminded_at)) throw new PortalError('REMINDED_ALREADY')
    await tx
      .updateTable('document_requests')
      .set({ reminders: reminders + 1, reminded_at: sql<Date>`now()` })
      .where('id', '=', id)
      .execute()
    await audit(tx, actor, 'document_request.reminded', id, { user_id: person_id, name })
    await notifyOfRequest(tx, { kind: 'document-reminder', userId: person_id, requestId: id, name, by: actor })
  })
}

function changeRequest(
  actor: Actor,
  requestId: string,
  action: string,
  change: Partial<Record<'withdrawn_at' | 'fulfilled_at', ReturnType<typeof sql<Date>>>>,
): Promise<void> {
  const id = assertId(requestId)
  return asAdministrator(actor, async tx => {
    const { person_id, name } = requireOpen(await lockRequest(tx, id))
    await tx.updateTable('document_requests').set(change).where('id', '=', id).execute()
    await audit(tx, actor, action, id, { user_id: person_id, name })
  })
}
