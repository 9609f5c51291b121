import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { SigningState } from '../../rules/signing-links.ts'
import { canTake, type Step, signingSteps, unsignedStates } from '../../rules/workflows.ts'
import type { Actor } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import { assertId } from '../access/ids.ts'
import { asAdministrator, requireAdministrator } from '../access/roles.ts'
import { actAs } from '../database/act-as.ts'
import { queryAs } from '../database/read-as.ts'
import type { Database, DocumentsTable } from '../database/types.ts'
import { notifyAll } from '../notifications/notify.ts'
import { PortalError } from '../platform/portal-error.ts'
import { type FullDocument, lockDocument } from './document-rows.ts'
import { documentsOf, isOwnDocument, isShownTo, readersOf } from './readers.ts'
import { isReminderAllowed } from './reminder-schedule.ts'

/*
 * A signing link's way from `sent` to `confirmed`. The site never sees the signature itself, so its owner says when they
 * have signed, and an administrator confirms it. The database enforces who may take which step, and sets the times
 * (schema/documents.sql).
 */

/** A signing link that its owner hasn't signed, or that the fund hasn't confirmed. Times are UTC. */
export interface LinkToSign
  extends Pick<Selectable<DocumentsTable>, 'id' | 'filename' | 'fund_name' | 'signing_opened_at' | 'said_signed_at'> {
  external_url: string
  signing_state: 'sent' | 'opened' | 'said_signed'
  signing_sent_at: Date
}

/** A signing link with all that is known about its way. */
export type SigningLinkState = Pick<
  Selectable<DocumentsTable>,
  | 'id'
  | 'user_id'
  | 'filename'
  | 'fund_name'
  | 'signing_sent_at'
  | 'signing_opened_at'
  | 'said_signed_at'
  | 'signing_confirmed_at'
> & { external_url: string; signing_state: SigningState | null }

/** Of each kind that waits for a person, at most this many are shown. */
export const waitingShown = 50

/**
 * A person's signing links that aren't confirmed yet: those to sign first, then those that the person says are signed,
 * oldest first.
 */
export const linksToSign = (db: Kysely<Database>, personId: string) =>
  db
    .selectFrom(documentsOf(db, personId))
    .select(['id', 'filename', 'fund_name', 'external_url', 'signing_state'])
    .select(['signing_sent_at', 'signing_opened_at', 'said_signed_at'])
    .where('signing_state', 'in', ['sent', 'opened', 'said_signed'])
    .orderBy(row => row('signing_state', '=', 'said_signed'))
    .orderBy('signing_sent_at')
    .orderBy('id')
    .limit(waitingShown)
    .$castTo<LinkToSign>()

/** @returns by id, the names of those links that still have to be signed, as far as the transaction may see them */
export async function unsignedOf(tx: Transaction<Database>, ids: string[]): Promise<Map<string, string>> {
  const found = await tx
    .selectFrom('documents')
    .select(['id', 'filename'])
    .where('id', 'in', ids)
    .where('signing_state', 'in', unsignedStates)
    .execute()
  return new Map(found.map(({ id, filename }) => [id, filename]))
}

/**
 * @returns one signing link
 * @throws PortalError NOT_FOUND where there is none, it is a file, or the actor can't see it
 */
export async function getSigningLink(actor: Actor, documentId: string): Promise<SigningLinkState> {
  const id = assertId(documentId)
  const link = await queryAs(actor, tx =>
    tx
      .selectFrom('documents')
      .select(['id', 'user_id', 'filename', 'fund_name', 'external_url', 'signing_state'])
      .select(['signing_sent_at', 'signing_opened_at', 'said_signed_at', 'signing_confirmed_at'])
      .select(isOwnDocument.as('is_own'))
      .where('id', '=', id)
      .where('is_external_link', '=', true)
      .executeTakeFirst(),
  )
  // Row-level security already filters these; we check again.
  if (!link || !isShownTo(actor, link)) throw new PortalError('NOT_FOUND')
  const { is_own, ...found } = link
  return { ...found, user_id: is_own ? actor.id : found.user_id } as SigningLinkState
}

/**
 * The owner says that they have signed. Does nothing where they have said so before.
 * @throws PortalError DOCUMENT_GONE where there is no such document, or the actor can't see it; FORBIDDEN for anyone but
 *   its owner; SIGNING_MOVED where the fund has confirmed it, or it isn't to be signed
 */
export async function markSigned(actor: Actor, documentId: string): Promise<void> {
  return takeStep(actor, documentId, signingSteps.sign, 'signing.said_signed')
}

/**
 * The owner says that they haven’t signed after all.
 * @throws PortalError as `markSigned`
 */
export async function unmarkSigned(actor: Actor, documentId: string): Promise<void> {
  return takeStep(actor, documentId, signingSteps.unsign, 'signing.not_signed')
}

/**
 * Records that the fund has the signed document, whatever its owner has said.
 * @throws PortalError FORBIDDEN unless the actor is an administrator; DOCUMENT_GONE; SIGNING_MOVED for a file
 */
export async function confirmSignature(actor: Actor, documentId: string): Promise<void> {
  requireAdministrator(actor)
  return takeStep(actor, documentId, signingSteps.confirm, 'signing.confirmed')
}

/**
 * Asks the owner to sign again: the signature didn't arrive, was confirmed by mistake, or the link is from before links
 * had states.
 * @throws PortalError as `confirmSignature`
 */
export async function askToSignAgain(actor: Actor, documentId: string): Promise<void> {
  requireAdministrator(actor)
  return takeStep(actor, documentId, signingSteps.askAgain, 'signing.asked_again', (tx, link) =>
    notifyReaders(tx, 'signature-asked', link, actor),
  )
}

/**
 * Reminds the owner that a document waits for their signature, at most once a day.
 * @throws PortalError FORBIDDEN unless the actor is an administrator; DOCUMENT_GONE; SIGNING_MOVED where it isn't waiting;
 *   REMINDED_ALREADY
 */
export async function remindToSign(actor: Actor, documentId: string): Promise<void> {
  const id = assertId(documentId)
  await asAdministrator(actor, async tx => {
    const link = await lockDocument(tx, actor, id)
    const { signing_state, signing_reminded_at, user_id, filename } = link
    if (!canTake(signingSteps.sign, signing_state)) throw new PortalError('SIGNING_MOVED')
    if (!isReminderAllowed(signing_reminded_at)) throw new PortalError('REMINDED_ALREADY')
    await tx
      .updateTable('documents')
      .set({ signing_reminders: link.signing_reminders + 1, signing_reminded_at: sql<Date>`now()` })
      .where('id', '=', id)
      .execute()
    await audit(tx, actor, 'signing.reminded', id, { user_id, filename })
    await notifyReaders(tx, 'signature-reminder', link, actor)
  })
}

/** E-mails those who are to sign. */
async function notifyReaders(
  tx: Transaction<Database>,
  kind: 'signature-asked' | 'signature-reminder',
  { id, filename, ...owner }: FullDocument,
  by: Actor,
): Promise<void> {
  const readers = await readersOf(tx, owner)
  await notifyAll(
    tx,
    readers.map(userId => ({ kind, userId, documentId: id, filename, by })),
  )
}

/** Changes a link's state, with its audit entry. Does nothing where it has that state already. */
async function takeStep(
  actor: Actor,
  documentId: string,
  step: Step<SigningState | 'none'> & { to: SigningState },
  action: string,
  after?: (tx: Transaction<Database>, link: FullDocument) => Promise<void>,
): Promise<void> {
  const id = assertId(documentId)
  const isOwners = step.by.includes('owner')
  await actAs(actor, async tx => {
    const link = await lockDocument(tx, actor, id)
    // Links are shown to administrators, too.
    if (isOwners && !link.is_own) throw new PortalError('FORBIDDEN')
    if (!link.is_external_link) throw new PortalError('SIGNING_MOVED')
    if (link.signing_state === step.to) return
    if (!canTake(step, link.signing_state)) throw new PortalError('SIGNING_MOVED')
    await tx.updateTable('documents').set({ signing_state: step.to }).where('id', '=', id).execute()
    await audit(tx, actor, action, id, { user_id: link.user_id, filename: link.filename })
    await after?.(tx, link)
  })
}
