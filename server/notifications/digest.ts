import { randomUUID } from 'node:crypto'
import { type Selectable, sql, type Transaction } from 'kysely'
import { choiceOf, type MailPreferences } from '../../rules/mail.ts'
import { actAs, actAsJobs, alsoAsJobs } from '../database/act-as.ts'
import type { Database, NoticesTable } from '../database/types.ts'
import { queueMail } from '../mail/mailer.ts'
import { type DigestItem, digestMail } from './digest-mail.ts'
import { readPreferences } from './mail-preferences.ts'
import { notificationSettings } from './notification-settings.ts'

type Notice = Pick<Selectable<NoticesTable>, 'id' | 'kind' | 'document_id' | 'filename'>

/**
 * The handler of the queue `send-notices`: takes everything there is to tell a person and hands one mail to the queue,
 * in one transaction, so that it is mail once however often this runs and by however many at the same time. The mail
 * is made with the person's own eyes: the database shows nothing here that it would not show on the person's page.
 * @param job the notice whose time is over; where another's job has claimed it already, there is nothing left to do
 */
export function sendDigest({ notice, user_id }: { notice: string; user_id: string }): Promise<void> {
  return actAs({ id: user_id }, async tx => {
    const claimed = await alsoAsJobs(tx, () => claimNotices(tx, notice, user_id))
    if (claimed.length === 0) return
    const preferences = await readPreferences(tx, user_id)
    const items = await selectNotices(tx, claimed, preferences)
    if (items.length === 0) return
    const mailId = randomUUID()
    const mail = digestMail(user_id, items, preferences.names_in_mail)
    await queueMail(tx, mail, mailId)
    const ids = claimed.map(({ id }) => id)
    await alsoAsJobs(tx, () => tx.updateTable('notices').set({ mail_id: mailId }).where('id', 'in', ids).execute())
  })
}

/** Removes what was mail or left untold a month ago. Part of the hourly clean-up. */
export async function cleanUpNotices(): Promise<void> {
  await actAsJobs(tx =>
    tx.deleteFrom('notices').where('taken_at', '<', sql<Date>`now() - interval '30 days'`).execute(),
  )
}

/** @returns everything untold, oldest first, if the notice is among it */
async function claimNotices(tx: Transaction<Database>, notice: string, userId: string): Promise<Notice[]> {
  // One at a time for a person: whoever comes second sees what the first has claimed.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`notices ${userId}`}, 0))`.execute(tx)
  const untold = tx
    .selectFrom('notices')
    .select('id')
    .where('id', '=', notice)
    .where('user_id', '=', userId)
    .where('taken_at', 'is', null)
  if (!(await untold.executeTakeFirst())) return []
  const claimed = await tx
    .updateTable('notices')
    .set({ taken_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .where('taken_at', 'is', null)
    .returning(['id', 'kind', 'document_id', 'filename', 'created_at'])
    .execute()
  return claimed.sort((a, b) => a.created_at.getTime() - b.created_at.getTime())
}

/**
 * What is left to tell when the time of waiting is over, as far as the person wants to hear it. A document that is gone
 * leaves only the items that its deletion was approved; anything else about it would lead nowhere.
 */
async function selectNotices(
  tx: Transaction<Database>,
  notices: Notice[],
  preferences: MailPreferences,
): Promise<DigestItem[]> {
  const ids = notices.map(({ document_id }) => document_id)
  const names = await notificationSettings().filenamesOf(tx, ids)
  const mail = notices.filter(({ kind, document_id }) => kind === 'delete-approved' || names.has(document_id))
  // Asked for twice and rejected twice, it is one piece of items.
  const each = new Map(mail.map(notice => [`${notice.kind} ${notice.document_id}`, notice]))
  return [...each.values()]
    .filter(({ kind }) => preferences[choiceOf[kind]])
    .map(({ kind, document_id, filename }) => ({
      kind,
      documentId: document_id,
      filename: names.get(document_id) ?? filename,
    }))
}
