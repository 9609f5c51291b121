import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { Step } from '../../../rules/steps.ts'
import { canTake, signingSteps, unsignedStates } from '../../../rules/workflows.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { assertId } from '../../../server/access/ids.ts'
import { perform } from '../../../server/access/perform.ts'
import { aliased, type CamelRow } from '../../../server/database/camel.ts'
import { queryAs } from '../../../server/database/read-as.ts'
import type { Database, DocumentsTable } from '../../../server/database/types.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import { notifyAll } from '../../notifications/server/notify.ts'
import {
  askToSignAgainCommand,
  confirmSignatureCommand,
  markSignedCommand,
  remindToSignCommand,
  unmarkSignedCommand,
} from '../signing.commands.ts'
import type { SigningState } from '../signing-links.ts'
import { type FullDocument, lockDocument } from './document-rows.ts'
import { documentsOf, isOwnDocument, isShownTo, readersOf } from './readers.ts'
import { isReminderAllowed } from './reminder-schedule.ts'

/*
 * Steps of a signing link from `sent` to `confirmed`. The site never sees the signature, so the owner reports it and an
 * administrator confirms it. The database enforces who may take each step, and sets the times (app/documents/documents.sql).
 */

/** A signing link that is unsigned or unconfirmed. Times are UTC. */
export interface LinkToSign
  extends Pick<SigningLinkState, 'id' | 'filename' | 'fundName' | 'externalUrl' | 'signingOpenedAt' | 'saidSignedAt'> {
  signingState: 'sent' | 'opened' | 'said_signed'
  signingSentAt: Date
}

/** A signing link with all its steps. */
export type SigningLinkState = CamelRow<
  Pick<Selectable<DocumentsTable>, Exclude<(typeof linkColumns)[number], 'external_url'>>
> & { externalUrl: string }

/** The columns of a SigningLinkState. */
export const linkColumns = [
  'id',
  'user_id',
  'filename',
  'fund_name',
  'external_url',
  'signing_state',
  'signing_sent_at',
  'signing_opened_at',
  'said_signed_at',
  'signing_confirmed_at',
] as const satisfies (keyof DocumentsTable)[]

/** Most pending items shown, per kind. */
export const pendingShown = 50

/** A person's unconfirmed signing links: those to sign first, then those reported as signed, oldest first. */
export const linksToSign = (db: Kysely<Database>, personId: string) =>
  db
    .selectFrom(documentsOf(db, personId))
    .select(aliased(['id', 'filename', 'fund_name', 'external_url', 'signing_state']))
    .select(aliased(['signing_sent_at', 'signing_opened_at', 'said_signed_at']))
    .where('signing_state', 'in', ['sent', 'opened', 'said_signed'])
    .orderBy(row => row('signing_state', '=', 'said_signed'))
    .orderBy('signing_sent_at')
    .orderBy('id')
    .limit(pendingShown)
    .$castTo<LinkToSign>()

/** @returns names by id of the links still to sign, as visible to the transaction */
export async function unsignedOf(tx: Transaction<Database>, ids: string[]): Promise<Map<string, string>> {
  const found = await tx
    .selectFrom('documents')
    .select(['id', 'filename'])
    .where('id', 'in', ids)
    .where('signing_state', 'in', unsignedStates)
    .execute()
  return new Map(found.map(({ id, filename }) => [id, filename]))
}

/** @throws PortalError NOT_FOUND if it doesn't exist, is a file, or isn't visible to the actor */
export async function getSigningLink(actor: Actor, documentId: string): Promise<SigningLinkState> {
  const id = assertId(documentId)
  const link = await queryAs(actor, tx =>
    tx
      .selectFrom('documents')
      .select(aliased(linkColumns))
      .select(isOwnDocument.as('is_own'))
      .where('id', '=', id)
      .where('is_external_link', '=', true)
      .executeTakeFirst(),
  )
  // Row-level security already filters these; we check again.
  if (!link || !isShownTo(actor, link)) throw new PortalError('NOT_FOUND')
  const { is_own, ...found } = link
  return { ...found, userId: is_own ? actor.id : found.userId } as SigningLinkState
}

/** The owner reports a signature. Idempotent. */
export const markSigned = perform(markSignedCommand, async ({ tx, actor, audit }, documentId) => {
  const link = await takeStep(tx, actor, documentId, signingSteps.sign)
  if (link) await audit('signing.said_signed', link.id, factsOf(link))
})

/** The owner retracts the report. */
export const unmarkSigned = perform(unmarkSignedCommand, async ({ tx, actor, audit }, documentId) => {
  const link = await takeStep(tx, actor, documentId, signingSteps.unsign)
  if (link) await audit('signing.not_signed', link.id, factsOf(link))
})

/** Confirms that the fund has the signed document, whatever its owner reported. */
export const confirmSignature = perform(confirmSignatureCommand, async ({ tx, actor, audit }, documentId) => {
  const link = await takeStep(tx, actor, documentId, signingSteps.confirm)
  if (link) await audit('signing.confirmed', link.id, factsOf(link))
})

/** Requests another signature: the first didn't arrive, was confirmed by mistake, or the link predates states. */
export const askToSignAgain = perform(askToSignAgainCommand, async ({ tx, actor, audit }, documentId) => {
  const link = await takeStep(tx, actor, documentId, signingSteps.askAgain)
  if (!link) return
  await audit('signing.asked_again', link.id, factsOf(link))
  await notifyReaders(tx, 'signature-asked', link, actor)
})

/** Reminds the owner of an outstanding signature, at most once a day. */
export const remindToSign = perform(remindToSignCommand, async ({ tx, actor, refuse, audit }, documentId) => {
  const link = await lockDocument(tx, actor, assertId(documentId))
  if (!canTake(signingSteps.sign, link.signing_state)) throw refuse('SIGNING_MOVED')
  if (!isReminderAllowed(link.signing_reminded_at)) throw refuse('REMINDED_ALREADY')
  await tx
    .updateTable('documents')
    .set({ signing_reminders: link.signing_reminders + 1, signing_reminded_at: sql<Date>`now()` })
    .where('id', '=', link.id)
    .execute()
  await audit('signing.reminded', link.id, factsOf(link))
  await notifyReaders(tx, 'signature-reminder', link, actor)
})

const factsOf = ({ user_id, filename }: FullDocument) => ({ user_id, filename })

/** E-mails the people who should sign. */
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

/** Changes a link's state. @returns the link before the change; undefined if it already has that state */
async function takeStep(
  tx: Transaction<Database>,
  actor: Actor,
  documentId: string,
  step: Step<SigningState | 'none'> & { to: SigningState },
): Promise<FullDocument | undefined> {
  const link = await lockDocument(tx, actor, assertId(documentId))
  // Administrators can see links, too.
  if (step.by.includes('owner') && !link.is_own) throw new PortalError('FORBIDDEN')
  if (!link.is_external_link) throw new PortalError('SIGNING_MOVED')
  if (link.signing_state === step.to) return undefined
  if (!canTake(step, link.signing_state)) throw new PortalError('SIGNING_MOVED')
  await tx.updateTable('documents').set({ signing_state: step.to }).where('id', '=', link.id).execute()
  return link
}
