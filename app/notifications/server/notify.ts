import { randomUUID } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import type { Database } from '../../../server/database/types.ts'
import { enqueueAll } from '../../../server/jobs/jobs.ts'
import type {
  DelegateNoticeKind,
  DeliveryNoticeKind,
  NoteNoticeKind,
  NoticeKind,
  OfficeNoticeKind,
  PersonNoticeKind,
  RequestNoticeKind,
} from '../mail-preferences.ts'
import { notificationSettings } from './notification-settings.ts'

/** What someone did with another person's document. */
export interface NotificationEvent {
  kind: NoticeKind
  /** The people to notify. */
  userId: string
  documentId: string
  /** The document's name at that time, which is all that remains of a deleted one. */
  filename: string
  /** Why a request was rejected. */
  detail?: string
  /** The actor: an administrator, or the person themselves, who then isn't notified. Undefined: the portal reminds. */
  by?: { id: string }
  /** Seconds for which no one is notified, where that is longer than usual. */
  after?: number
}

/** What the fund asks a person for that isn't a document yet. */
export interface RequestEvent {
  kind: RequestNoticeKind
  /** The people to notify. */
  userId: string
  requestId: string
  /** What the document is called. */
  name: string
  by?: { id: string }
}

/**
 * E-mails a person about what someone else did with a document, if the transaction commits.
 * @param tx the transaction that does it, acting as `by`
 */
export function notify(tx: Transaction<Database>, event: NotificationEvent): Promise<void> {
  return notifyAll(tx, [event])
}

/** The same for a document requested of a person. */
export function notifyOfRequest(tx: Transaction<Database>, event: RequestEvent): Promise<void> {
  return notifyAll(tx, [event])
}

/**
 * The same for several events of one transaction. Each person gets one job per transaction, which runs when the wait is
 * over. The first of a person's jobs e-mails everything that has been recorded until then, and later ones find nothing
 * left to do: without comparing clocks, no notice can fall between two e-mails.
 */
export async function notifyAll(
  tx: Transaction<Database>,
  events: (NotificationEvent | RequestEvent)[],
): Promise<void> {
  const recipients = events.filter(({ by, userId }) => by?.id !== userId)
  for (const [after, alike] of Map.groupBy(recipients, event => ('after' in event && event.after) || 0)) {
    const notices = alike.map(event => ({
      id: randomUUID(),
      user_id: event.userId,
      kind: event.kind,
      actor_id: event.by?.id ?? null,
      not_before: after > 0 ? sql<Date>`now() + make_interval(secs => ${after})` : null,
      ...about(event),
    }))
    await tx.insertInto('notices').values(notices).execute()
    const firsts = new Map(notices.map(({ user_id, id }) => [user_id, id]))
    const jobs = [...firsts].map(([user_id, notice]) => ({ user_id, notice }))
    await enqueueAll(tx, 'send-notices', jobs, Math.max(after, notificationSettings().noticeWindow / 1000))
  }
}

/** What a notice is about: a document, which may have been deleted by the time it is sent, or a request. */
function about(event: NotificationEvent | RequestEvent) {
  return 'requestId' in event
    ? { request_id: event.requestId, filename: event.name }
    : { document_id: event.documentId, filename: event.filename, detail: event.detail ?? null }
}

/**
 * E-mails people about a note of a holder that they act for, if the transaction commits, together with their other
 * notices of that time.
 * @param userIds all who are notified
 * @param by who did it; undefined where the portal itself does, or the person who is notified
 */
export async function notifyOfNote(
  tx: Transaction<Database>,
  { kind, noteId, userIds, by }: { kind: NoteNoticeKind; noteId: string; userIds: readonly string[]; by?: string },
): Promise<void> {
  if (userIds.length === 0) return
  const notices = userIds.map(user_id => ({ id: randomUUID(), user_id, kind, note_id: noteId, actor_id: by ?? null }))
  await tx.insertInto('notices').values(notices).execute()
  const jobs = notices.map(({ id, user_id }) => ({ user_id, notice: id }))
  await enqueueAll(tx, 'send-notices', jobs, notificationSettings().noticeWindow / 1000)
}

/**
 * E-mails all members of a holder that the office rejected its late choice for a note.
 * @param tx the transaction that rejects it, acting as `by`
 */
export async function notifyOfDeclinedElection(tx: Transaction<Database>, electionId: string): Promise<void> {
  const { rows } = await sql<{ notice: string; member: string }>`
    select notice, member from app.tell_of_declined_election(${electionId})`.execute(tx)
  const jobs = rows.map(({ notice, member }) => ({ user_id: member, notice }))
  await enqueueAll(tx, 'send-notices', jobs, notificationSettings().noticeWindow / 1000)
}

/**
 * E-mails a holder's members that its delegate viewed something in the month before, if the transaction commits,
 * together with their other notices of that time.
 * @param delegateId the delegate's person
 */
export async function notifyOfReads(
  tx: Transaction<Database>,
  { delegateId, userIds }: { delegateId: string; userIds: readonly string[] },
): Promise<void> {
  if (userIds.length === 0) return
  const kind: DelegateNoticeKind = 'delegate-looked'
  const notices = userIds.map(user_id => ({ id: randomUUID(), user_id, kind, person_id: delegateId, actor_id: null }))
  await tx.insertInto('notices').values(notices).execute()
  const jobs = notices.map(({ id, user_id }) => ({ user_id, notice: id }))
  await enqueueAll(tx, 'send-notices', jobs, notificationSettings().noticeWindow / 1000)
}

/**
 * E-mails every other administrator about the acting person, or what they have done, if the transaction commits, together with what else they are notified
 * in that time.
 */
export async function notifyAdministrators(
  tx: Transaction<Database>,
  kind: PersonNoticeKind | DeliveryNoticeKind,
): Promise<void> {
  const { rows } = await sql<OfficeNotice>`
    select notice, administrator from app.tell_administrators(${kind})`.execute(tx)
  await enqueueFor(tx, rows)
}

/**
 * E-mails every administrator about what the acting person, unless an administrator themselves, did with documents of
 * their own.
 * @param tx its transaction, acting as that person
 */
export async function notifyOfficeOf(
  tx: Transaction<Database>,
  kind: OfficeNoticeKind,
  documentIds: string[],
): Promise<void> {
  const { rows } = await sql<OfficeNotice>`
    select notice, administrator from app.tell_administrators_of_documents(${kind}, ${documentIds})`.execute(tx)
  await enqueueFor(tx, rows)
}

/**
 * As `notifyOfficeOf`, in a transaction of the queue.
 * @param by who did it
 */
export async function notifyOfficeInJob(
  tx: Transaction<Database>,
  { kind, by, documentId, filename }: { kind: OfficeNoticeKind; by: string; documentId: string; filename: string },
): Promise<void> {
  const { rows } = await sql<OfficeNotice>`
    select notice, administrator from app.note_for_administrators(${kind}, ${by}, ${[documentId]}, ${[filename]})`.execute(
    tx,
  )
  await enqueueFor(tx, rows)
}

interface OfficeNotice {
  notice: string
  administrator: string
}

async function enqueueFor(tx: Transaction<Database>, notices: OfficeNotice[]): Promise<void> {
  const jobs = notices.map(({ notice, administrator }) => ({ user_id: administrator, notice }))
  await enqueueAll(tx, 'send-notices', jobs, notificationSettings().noticeWindow / 1000)
}

/**
 * E-mails a person that the fund has written, if the transaction commits, together with what else they are notified in that
 * time.
 * @param tx the transaction that writes it, acting as `by`
 */
export async function notifyOfMessage(
  tx: Transaction<Database>,
  { conversationId, userId, by }: { conversationId: string; userId: string; by: { id: string } },
): Promise<void> {
  const notice = randomUUID()
  const kind = 'message-received'
  await tx
    .insertInto('notices')
    .values({ id: notice, user_id: userId, kind, conversation_id: conversationId, actor_id: by.id })
    .execute()
  await enqueueAll(tx, 'send-notices', [{ user_id: userId, notice }], notificationSettings().noticeWindow / 1000)
}

/** E-mails every administrator that the acting person has written in a conversation of theirs, as `notifyOfMessage` does. */
export async function notifyAdministratorsOfMessage(tx: Transaction<Database>, conversationId: string): Promise<void> {
  const { rows } = await sql<OfficeNotice>`
    select notice, administrator from app.tell_administrators_of_message(${conversationId})`.execute(tx)
  await enqueueFor(tx, rows)
}
