import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { reminderDays, reminderInterval } from '../../rules/document-request-limits.ts'

/** When people are reminded of what they have to sign or upload. */

/**
 * @param remindedAt when a person was last reminded of something; null if never
 * @returns whether an administrator may remind them of it again
 */
export function isReminderAllowed(remindedAt: Date | null): boolean {
  return !remindedAt || Date.now() - remindedAt.getTime() >= reminderInterval
}

/** The columns that the schedule goes by. */
interface ReminderColumns {
  askedAt: string
  remindedAt: string
  reminders: string
}

/** @returns a condition: the next reminder of a row is due by the schedule, `reminderDays` after the last one */
export function isReminderDue({ askedAt, remindedAt, reminders }: ReminderColumns, now: Date): RawBuilder<SqlBool> {
  return sql<SqlBool>`coalesce(${sql.ref(remindedAt)}, ${sql.ref(askedAt)}) <= ${now}::timestamptz
    - (${sql.val(reminderDays)}::integer[])[${sql.ref(reminders)} + 1] * interval '1 day'`
}
