import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { reminderDays, reminderInterval } from '../../document-requests/limits.ts'

/** Schedule of reminders to sign or upload. */

/**
 * @param remindedAt time of the person's last reminder, or null
 * @returns whether an administrator may send another one
 */
export function isReminderAllowed(remindedAt: Date | null): boolean {
  return !remindedAt || Date.now() - remindedAt.getTime() >= reminderInterval
}

/** Columns of the schedule. */
interface ReminderColumns {
  requestedAt: string
  remindedAt: string
  reminders: string
}

/** @returns a condition: a row's next reminder is due, `reminderDays` after the last one */
export function isReminderDue({ requestedAt, remindedAt, reminders }: ReminderColumns, now: Date): RawBuilder<SqlBool> {
  return sql<SqlBool>`coalesce(${sql.ref(remindedAt)}, ${sql.ref(requestedAt)}) <= ${now}::timestamptz
    - (${sql.val(reminderDays)}::integer[])[${sql.ref(reminders)} + 1] * interval '1 day'`
}
