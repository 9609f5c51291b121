import { filled, unless, whole } from './check-helpers.ts'
import type { NoteSettings } from './note-types.ts'
import type { Fund, Tier } from './types.ts'

/** @returns faults of the note settings, compared with the offered tiers */
export function inNotes(
  notes: NoteSettings,
  tiers: readonly Tier[],
  fund: Pick<Fund, 'minimum' | 'governingLaw'>,
): string[] {
  const at = (field: string) => `content/notes.ts: ${field}`
  const { limits, maturity, defaultRateBp } = notes
  const highest = Math.max(...tiers.flatMap(({ oneYear, twoYears }) => [oneYear, twoYears]))
  const days = [maturity.notice, maturity.firstReminder, maturity.secondReminder, maturity.closes]
  const numbers = {
    ...limits,
    graceDays: notes.graceDays,
    leastDefault: notes.leastDefault,
    fundingBusinessDays: notes.fundingBusinessDays,
    importHistoryDays: notes.importHistoryDays,
  }
  return [
    ...(['offering', 'earlyRedemption', 'registered'] as const).flatMap(field =>
      unless(filled(notes[field]), at(field), 'is empty.'),
    ),
    ...unless(
      /^[A-Z]{1,6}$/.test(notes.numberPrefix),
      at('numberPrefix'),
      `'${notes.numberPrefix}' is not one to six capital letters.`,
    ),
    ...Object.entries(numbers).flatMap(([field, days]) =>
      unless(whole(days), at(field), `${days} is not a whole number from 1.`),
    ),
    ...unless(
      limits.rateCeilingBp >= Math.round(highest * 100),
      at('rateCeilingBp'),
      `is ${limits.rateCeilingBp / 100}%, but content/tiers.ts offers ${highest}%.`,
    ),
    ...unless(
      limits.rateCeilingBp <= limits.lawfulBp,
      at('rateCeilingBp'),
      `is ${limits.rateCeilingBp / 100}%, above lawfulBp, the highest that the law of ${fund.governingLaw} ever allows, ${limits.lawfulBp / 100}%.`,
    ),
    ...unless(
      defaultRateBp === undefined || (whole(defaultRateBp) && defaultRateBp <= limits.rateCeilingBp),
      at('defaultRateBp'),
      'is not between 1 and rateCeilingBp.',
    ),
    ...unless(
      days.every(whole) && days.every((day, i) => i === 0 || day < Number(days[i - 1])),
      at('maturity'),
      `must fall from notice to closes, not ${days.join(', ')}.`,
    ),
    ...unless(
      whole(notes.minimumRenewal) && notes.minimumRenewal >= fund.minimum,
      at('minimumRenewal'),
      `is ${notes.minimumRenewal}, below the fund's minimum of ${fund.minimum}.`,
    ),
  ]
}
