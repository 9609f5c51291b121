import { randomUUID } from 'node:crypto'
import { type Selectable, type SqlBool, sql, type Transaction } from 'kysely'
import { actAsInJob, actAsJobs, alsoAsJobs } from '../../../server/database/act-as.ts'
import type { Database, NoticesTable } from '../../../server/database/types.ts'
import { queueMail } from '../../../server/mail/mailer.ts'
import {
  choiceOf,
  deliveryNoticeKinds,
  type MailPreferences,
  type NoteNoticeKind,
  noteNoticeKinds,
  type RequestNoticeKind,
} from '../mail-preferences.ts'
import { type DigestItem, digestMail, type NoteNews, type PeopleNews, type RequestedItem } from './digest-mail.ts'
import { readPreferences } from './mail-preferences.ts'
import { type DelegateReads, notificationSettings, type UnreadConversation } from './notification-settings.ts'

type Notice = Pick<
  Selectable<NoticesTable>,
  | 'id'
  | 'kind'
  | 'document_id'
  | 'filename'
  | 'detail'
  | 'person_id'
  | 'conversation_id'
  | 'request_id'
  | 'note_id'
  | 'created_at'
>

/**
 * Sends one e-mail about everything a person hasn't been notified yet; the handler of the queue `send-notices`.
 * Everything happens in one transaction, so that nothing is reported twice even if this runs several times or
 * concurrently. It acts as that person: the e-mail can show nothing that the person's page would not.
 * @param job the notice with the expired delay; there is nothing left to do where another job has already claimed it
 */
export function sendDigest({ notice, user_id }: { notice: string; user_id: string }): Promise<void> {
  return actAsInJob({ id: user_id }, async tx => {
    const claimed = await alsoAsJobs(tx, () => claimNotices(tx, notice, user_id))
    if (claimed.length === 0) return
    // A person with closed access gets only mail about the security of the account.
    if (!(await isActive(tx))) return
    const preferences = await readPreferences(tx, user_id)
    const items = await selectNotices(tx, claimed, preferences)
    const people = await countPeople(tx, claimed, preferences)
    const conversations = preferences.messages ? await selectUnread(tx, user_id, claimed) : []
    const requested = preferences.action_needed ? await selectRequests(tx, claimed) : []
    const notes = await selectNoteNews(tx, claimed)
    const reads = await selectReads(tx, claimed)
    const deliveries = deliveryNoticeKinds
      .map(kind => ({ kind, count: claimed.filter(one => one.kind === kind).length }))
      .filter(({ count }) => count > 0)
    const count =
      items.length + requested.length + conversations.length + notes.length + reads.length + deliveries.length
    if (count === 0 && people.joined === 0 && people.erasures === 0) return
    const mailId = randomUUID()
    const named = preferences.names_in_mail
    const mail = digestMail(user_id, { items, requested, named, people, conversations, notes, reads, deliveries })
    await queueMail(tx, mail, mailId)
    const ids = claimed.map(({ id }) => id)
    await alsoAsJobs(tx, () => tx.updateTable('notices').set({ mail_id: mailId }).where('id', 'in', ids).execute())
  })
}

/** Removes notices that were claimed a month ago. Part of the hourly clean-up. */
export async function cleanUpNotices(): Promise<void> {
  await actAsJobs(tx =>
    tx.deleteFrom('notices').where('taken_at', '<', sql<Date>`now() - interval '30 days'`).execute(),
  )
}

/** Later notices have a job of their own. */
const isDue = sql<SqlBool>`coalesce(not_before <= now(), true)`

/** @returns all unclaimed notices of a person that are due, oldest first; none where the given one is already claimed */
async function claimNotices(tx: Transaction<Database>, notice: string, userId: string): Promise<Notice[]> {
  // One at a time per person, so that a second job sees what the first has claimed.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`notices ${userId}`}, 0))`.execute(tx)
  const unclaimed = tx
    .selectFrom('notices')
    .select('id')
    .where('id', '=', notice)
    .where('user_id', '=', userId)
    .where('taken_at', 'is', null)
    .where(isDue)
  if (!(await unclaimed.executeTakeFirst())) return []
  const claimed = await tx
    .updateTable('notices')
    .set({ taken_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .where('taken_at', 'is', null)
    .where(isDue)
    .returning([
      'id',
      'kind',
      'document_id',
      'filename',
      'detail',
      'person_id',
      'conversation_id',
      'request_id',
      'note_id',
    ])
    .returning('created_at')
    .execute()
  return claimed.sort((a, b) => a.created_at.getTime() - b.created_at.getTime())
}

/**
 * Leaves out the kinds that the person has turned off, except for documents they need for their taxes, and those that
 * were recalled after they had read them, and signed copies. Of a deleted document only the approval remains, since links to it would lead
 * nowhere; a signature that was given meanwhile isn't requested.
 */
async function selectNotices(
  tx: Transaction<Database>,
  notices: Notice[],
  preferences: MailPreferences,
): Promise<DigestItem[]> {
  const about = notices.flatMap(({ kind, document_id: documentId, filename, detail }) =>
    isAboutDocument(kind) && documentId ? { kind, documentId, filename: filename ?? '', detail } : [],
  )
  if (about.length === 0) return []
  const ids = about.map(({ documentId }) => documentId)
  const names = await notificationSettings().filenamesOf(tx, ids)
  const unsigned = about.some(({ kind }) => isToSign(kind)) ? await notificationSettings().unsignedOf(tx, ids) : names
  const always = await notificationSettings().taxDocumentsOf(tx, ids)
  const relevant = about.filter(
    ({ kind, documentId }) => isOfGone(kind) || (isToSign(kind) ? unsigned : names).has(documentId),
  )
  // A deletion that was requested and rejected twice is mentioned once.
  const each = new Map(relevant.map(item => [`${item.kind} ${item.documentId}`, item]))
  return [...each.values()]
    .filter(
      ({ kind, documentId }) =>
        kind === 'document-recalled' ||
        kind === 'document-sealed' ||
        preferences[choiceOf[kind]] ||
        (kind === 'document-added' && always.has(documentId)),
    )
    .map(item => ({ ...item, filename: names.get(item.documentId) ?? item.filename }))
}

/** @returns each kind of news about notes once, with how many notes it is about */
async function selectNoteNews(tx: Transaction<Database>, notices: Notice[]): Promise<NoteNews[]> {
  const notesOf = (kind: NoteNoticeKind) => [
    ...new Set(notices.flatMap(one => (one.kind === kind && one.note_id ? [one.note_id] : []))),
  ]
  const paid = notesOf('note-paid')
  const progress = paid.length > 0 ? await notificationSettings().progressOfNotes(tx, paid) : []
  return noteNoticeKinds
    .map(kind => ({ kind, notes: notesOf(kind).length, ...(kind === 'note-paid' && { progress }) }))
    .filter(({ notes }) => notes > 0)
}

/** @returns what delegates of the person's holders viewed in the month before */
async function selectReads(tx: Transaction<Database>, notices: Notice[]): Promise<DelegateReads[]> {
  const about = notices.filter(({ kind }) => kind === 'delegate-looked')
  const newest = about.at(-1)
  if (!newest) return []
  const delegates = new Set(about.flatMap(({ person_id }) => person_id ?? []))
  return notificationSettings().readsOf(tx, [...delegates], newest.created_at)
}

/** Leaves out messages that the person has already read in the portal, and that another administrator has answered. */
async function selectUnread(
  tx: Transaction<Database>,
  userId: string,
  notices: Notice[],
): Promise<UnreadConversation[]> {
  const ids = [...new Set(notices.map(({ conversation_id }) => conversation_id).filter(id => id !== null))]
  return ids.length === 0 ? [] : notificationSettings().unreadOf(tx, userId, ids)
}

/** Leaves out requests for documents that were fulfilled or withdrawn meanwhile. */
async function selectRequests(tx: Transaction<Database>, notices: Notice[]): Promise<RequestedItem[]> {
  const requests = notices.flatMap(({ kind, request_id: requestId }) =>
    isAboutRequest(kind) && requestId ? { kind, requestId } : [],
  )
  if (requests.length === 0) return []
  const ids = [...new Set(requests.map(({ requestId }) => requestId))]
  const names = await notificationSettings().openRequestsOf(tx, ids)
  // A document with both a request and a reminder is mentioned once, as in the last notice.
  const each = new Map(requests.map(({ kind, requestId }) => [requestId, kind]))
  return [...each].flatMap(([requestId, kind]) => {
    const name = names.get(requestId)
    return name ? { kind, requestId, name } : []
  })
}

function isAboutDocument(kind: Notice['kind']): kind is DigestItem['kind'] {
  return kind in choiceOf && !isAboutRequest(kind)
}

function isAboutRequest(kind: Notice['kind']): kind is RequestNoticeKind {
  return kind === 'document-asked' || kind === 'document-reminder'
}

/** Whether the notice is for a document that can't be read anymore. */
function isOfGone(kind: DigestItem['kind']): boolean {
  return kind === 'delete-approved' || kind === 'document-recalled'
}

function isToSign(kind: DigestItem['kind']): boolean {
  return kind === 'signature-asked' || kind === 'signature-reminder'
}

/**
 * Counts the people the notices are about who still wait for an administrator. Requests to erase an account can't be
 * turned off: the law sets a time for them. The transaction sees others only while
 * its person is an administrator.
 */
async function countPeople(
  tx: Transaction<Database>,
  notices: Notice[],
  { person_joined }: MailPreferences,
): Promise<PeopleNews> {
  const about = notices.filter(({ kind }) => kind === 'person-joined' || kind === 'erasure-requested')
  const ids = [...new Set(about.map(({ person_id }) => person_id).filter(id => id !== null))]
  if (ids.length === 0) return { joined: 0, erasures: 0 }
  const people = await tx
    .selectFrom('user_profiles')
    .select(['id', 'accepted_at', 'disabled_at', 'erase_requested_at'])
    .where('id', 'in', ids)
    .execute()
  return {
    joined: person_joined ? people.filter(({ accepted_at, disabled_at }) => !accepted_at && !disabled_at).length : 0,
    erasures: people.filter(({ erase_requested_at }) => erase_requested_at).length,
  }
}

async function isActive(tx: Transaction<Database>): Promise<boolean> {
  const { rows } = await sql<{ active: boolean }>`select app.is_active() as active`.execute(tx)
  return rows[0]?.active === true
}
