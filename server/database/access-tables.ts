import type { Generated, GeneratedAlways } from 'kysely'

export interface AccessReviewsTable {
  id: Generated<string>
  /** Set only by the database. */
  reviewed_at: GeneratedAlways<Date>
  reviewed_by: string | null
  administrators: number
  people: number
  guests: number
  disabled: number
}

export interface AccessRemindersTable {
  reminded_at: Date
}
