import type { Transaction } from 'kysely'
import { unsignedStates } from '../../../rules/workflows.ts'
import type { Database } from '../../../server/database/types.ts'
import { readersOf } from '../../documents/server/readers.ts'
import { isReminderDue } from '../../documents/server/reminder-schedule.ts'
import type { NotificationEvent } from '../../notifications/server/notify.ts'

const columns = {
  requestedAt: 'signing_sent_at',
  remindedAt: 'signing_reminded_at',
  reminders: 'signing_reminders',
}

/**
 * Counts a reminder for each signing link with one due.
 * @param tx a transaction of the queue
 * @returns notifications of the owners
 */
export async function claimSigningReminders(tx: Transaction<Database>, now: Date): Promise<NotificationEvent[]> {
  const links = await tx
    .updateTable('documents')
    .set(row => ({ signing_reminders: row('signing_reminders', '+', 1), signing_reminded_at: now }))
    .where('signing_state', 'in', unsignedStates)
    .where(isReminderDue(columns, now))
    .returning(['id', 'owner_id', 'filename'])
    .execute()
  const events: NotificationEvent[] = []
  // Sequential: a connection runs one query at a time.
  for (const { id, filename, ...owner } of links) {
    for (const userId of await readersOf(tx, owner)) {
      events.push({ kind: 'signature-reminder', userId, documentId: id, filename })
    }
  }
  return events
}
