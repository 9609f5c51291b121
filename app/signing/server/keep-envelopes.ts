import { sql, type Transaction } from 'kysely'
import { actAsJobs } from '../../../server/database/act-as.ts'
import type { Database } from '../../../server/database/types.ts'
import { isReminderDue } from '../../documents/server/reminder-schedule.ts'
import { nextSigner } from '../envelopes.ts'
import { mailSigners } from './envelope-mail.ts'
import { readSigners } from './envelope-rows.ts'

const schedule = { requestedAt: 'sent_at', remindedAt: 'reminded_at', reminders: 'reminders' }

/**
 * Expires envelopes after their last day, and reminds the next signers; part of the daily queue `send-reminders`.
 * @param now for tests
 */
export async function keepEnvelopes(now = new Date()): Promise<void> {
  await actAsJobs(async tx => {
    const expired = await tx
      .updateTable('envelopes')
      .set({ state: 'expired', closed_at: sql<Date>`now()` })
      .where('state', '=', 'sent')
      .where(sql<boolean>`expires_on < app.fund_day(${now})`)
      .returning('id')
      .execute()
    for (const { id } of expired) {
      const signers = await readSigners(tx, id)
      await mailSigners(
        tx,
        signers.map(({ user_id }) => user_id),
        'ended',
      )
    }
    await remind(tx, now)
  })
}

async function remind(tx: Transaction<Database>, now: Date): Promise<void> {
  const due = await tx
    .updateTable('envelopes')
    .set(row => ({ reminders: row('reminders', '+', 1), reminded_at: now }))
    .where('state', '=', 'sent')
    .where(isReminderDue(schedule, now))
    .returning('id')
    .execute()
  for (const { id } of due) await mailSigners(tx, [nextSigner(await readSigners(tx, id))?.user_id ?? null], 'reminder')
}
