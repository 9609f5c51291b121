import type { MaturityDays } from '../../content/note-types.ts'
import { noteSettings } from '../../content/notes.ts'
import { actAsJobs } from '../database/act-as.ts'

/**
 * The days that a note's agreement gives, frozen with its terms: of grace, and before maturity, as `MaturityDays` in its
 * order. Null only until `freezeDays` has found a note that was written before they were kept.
 */
export interface DaysColumns {
  grace_days: number | null
  maturity_days: number[] | null
}

/** @returns the columns of a note; where it has none yet, as the fund has them today */
export function frozenDays({ grace_days, maturity_days }: DaysColumns) {
  const { notice, firstReminder, secondReminder, closes } = noteSettings.maturity
  return {
    grace_days: grace_days ?? noteSettings.graceDays,
    maturity_days: maturity_days ?? [notice, firstReminder, secondReminder, closes],
  }
}

/** The columns of a note that is written now. */
export const daysToday = () => frozenDays({ grace_days: null, maturity_days: null })

/** @returns the days before maturity, by their names; as `frozenDays` */
export function maturityDaysOf(maturityDays: number[] | null): MaturityDays {
  const { maturity_days } = frozenDays({ grace_days: null, maturity_days: maturityDays })
  const [notice, firstReminder, secondReminder, closes] = maturity_days as [number, number, number, number]
  return { notice, firstReminder, secondReminder, closes }
}

/** Gives notes that were written before their days were kept those of today, which nothing changes from then on. */
export async function freezeDays(): Promise<void> {
  await actAsJobs(async tx => {
    const without = await tx.selectFrom('notes').select('id').where('grace_days', 'is', null).execute()
    if (without.length === 0) return
    await tx.updateTable('notes').set(daysToday()).where('grace_days', 'is', null).execute()
  })
}
