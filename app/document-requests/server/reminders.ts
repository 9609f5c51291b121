import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { actAsJobs } from '../../../server/database/act-as.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { isReminderDue } from '../../documents/server/reminder-schedule.ts'
import { notifyAll, type RequestEvent } from '../../notifications/server/notify.ts'
import { reminderBeforeDue } from '../limits.ts'
import { claimSigningReminders } from './signing-reminders.ts'

const columns = { requestedAt: 'created_at', remindedAt: 'reminded_at', reminders: 'reminders' }

/**
 * Reminds people of what they haven't signed or uploaded; the handler of the daily queue `send-reminders`. Each thing is
 * counted as reminded in the transaction that queues its notice, so that it is reminded of once however often this runs.
 * A person's notices go out as one e-mail, with whatever else they are notified then, if their preferences allow it.
 * @param now for tests
 */
export async function sendReminders(now = new Date()): Promise<void> {
  await actAsJobs(async tx => {
    const requests = await tx
      .updateTable('document_requests')
      .set(row => ({ reminders: row('reminders', '+', 1), reminded_at: now }))
      .where('fulfilled_at', 'is', null)
      .where('withdrawn_at', 'is', null)
      .where(row => row.or([isReminderDue(columns, now), isDueSoon(now)]))
      .returning(['id', 'person_id', 'name'])
      .execute()
    const events = requests.map(
      ({ id, person_id, name }): RequestEvent => ({
        kind: 'document-reminder',
        userId: person_id,
        requestId: id,
        name,
      }),
    )
    await notifyAll(tx, [...(await claimSigningReminders(tx, now)), ...events])
  })
}

/** @returns a condition: the document is needed in the next days, and no one has been asked or reminded since yesterday */
function isDueSoon(now: Date): RawBuilder<SqlBool> {
  const today = fundDay(now)
  return sql<SqlBool>`due_on between ${today}::date and ${today}::date + ${reminderBeforeDue}::integer
    and coalesce(reminded_at, created_at) < ${now}::timestamptz - (${reminderBeforeDue}::integer + 1) * interval '1 day'`
}
