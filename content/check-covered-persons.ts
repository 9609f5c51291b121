import { filled, unless, whole } from './check-helpers.ts'
import type { CoveredPersonsSettings } from './covered-persons-types.ts'

/** @returns faults of the settings of the register of covered persons, and of what they sign */
export function inCoveredPersons(settings: CoveredPersonsSettings): string[] {
  const at = (field: string) => `content/covered-persons.ts: ${field}`
  const { bringDownMonths, questions, declaration, bringDown, version } = settings
  const counts = ['bringDownMonths', 'remindDays', 'keepYears'] as const
  return [
    ...counts.flatMap(name =>
      unless(whole(settings[name]), at(name), `${settings[name]} is not a whole number from 1.`),
    ),
    ...unless(bringDownMonths <= 12, at('bringDownMonths'), 'is more than 12: the site takes a year at most.'),
    ...unless([...Object.values(questions), version].every(filled), at('questions'), 'has an empty text or version.'),
    ...unless(
      ['{name}', '{capacity}', '{fund}'].every(word => declaration.includes(word)),
      at('declaration'),
      'lacks {name}, {capacity} or {fund}.',
    ),
    ...unless(bringDown.includes('{day}'), at('bringDown'), 'lacks {day}, the day of the questionnaire it confirms.'),
  ]
}
