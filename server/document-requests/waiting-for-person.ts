import type { Actor } from '../access/actor.ts'
import { assertId } from '../access/ids.ts'
import { requireOwnerOrAdministrator } from '../access/roles.ts'
import { prepared } from '../database/prepared.ts'
import { readAs } from '../database/read-as.ts'
import { type Decision, decisionsFor } from '../documents/decisions.ts'
import { type LinkToSign, linksToSign, waitingShown } from '../documents/signing.ts'
import { type DocumentRequest, requestColumns } from './document-request.ts'

/** What a person has to do, or to read. */
export interface WaitingForPerson {
  /** Signing links: those to sign first, then those that the fund still has to confirm. */
  toSign: LinkToSign[]
  /** Open requests for documents: those with the earliest day first, then oldest first. */
  askedFor: DocumentRequest[]
  /** Decisions about the person's delete requests that they haven't dismissed, newest first. */
  decided: Decision[]
}

/**
 * Reads what waits for a person: signatures, documents they were asked for, decisions about their delete requests.
 * @throws PortalError FORBIDDEN unless the actor is that person or an administrator
 */
export async function getWaitingForPerson(actor: Actor, personId: string): Promise<WaitingForPerson> {
  const person = assertId(personId)
  requireOwnerOrAdministrator(actor, person)
  const [toSign, askedFor, decided] = await readAs(
    actor,
    linksToSign(person),
    openRequests(person),
    decisionsFor(person),
  )
  return { toSign, askedFor, decided }
}

const openRequests = prepared('open_document_requests', (db, personId: string) =>
  db
    .selectFrom('document_requests')
    .select(requestColumns)
    .where('person_id', '=', personId)
    .where('fulfilled_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .orderBy('due_on', order => order.asc().nullsLast())
    .orderBy('created_at')
    .limit(waitingShown),
)
