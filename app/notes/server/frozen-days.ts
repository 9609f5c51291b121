import type { MaturityDays } from '../../../content/note-types.ts'
import { noteSettings } from '../../../content/notes.ts'
import { actAsJobs } from '../../../server/database/act-as.ts'

/**
 * Days of a note's agreement, frozen with its terms: grace days, and days before maturity in the order of
 * `MaturityDays`. Null only for notes older than these columns, until `freezeDays` fills them.
 */
export interface DaysColumns {
  graceDays: number | null
  maturityDays: number[] | null
}

/** @returns a note's columns, with the fund's current days for missing ones */
export function frozenDays({ graceDays, maturityDays }: DaysColumns) {
  const { notice, firstReminder, secondReminder, closes } = noteSettings.maturity
  return {
    grace_days: graceDays ?? noteSettings.graceDays,
    maturity_days: maturityDays ?? [notice, firstReminder, secondReminder, closes],
  }
}

/** Columns of a note created now. */
export const daysToday = () => frozenDays({ graceDays: null, maturityDays: null })

/** @returns the days before maturity, by name; as `frozenDays` */
export function maturityDaysOf(maturityDays: number[] | null): MaturityDays {
  const { maturity_days } = frozenDays({ graceDays: null, maturityDays })
  const [notice, firstReminder, secondReminder, closes] = maturity_days as [number, number, number, number]
  return { notice, firstReminder, secondReminder, closes }
}

/** Freezes the fund's current days for notes older than these columns. */
export async function freezeDays(): Promise<void> {
  await actAsJobs(async tx => {
    const without = await tx.selectFrom('notes').select('id').where('grace_days', 'is', null).execute()
    if (without.length === 0) return
    await tx.updateTable('notes').set(daysToday()).where('grace_days', 'is', null).execute()
  })
}
