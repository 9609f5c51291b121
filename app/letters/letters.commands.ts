import { defineCommand, refusalsFrom } from '../../rules/commands/command.ts'
import { hidden, line, lines } from '../../rules/commands/fields.ts'
import { formatDay } from '../../rules/days.ts'

/** A year's letter to each holder of a note: its words, and what the office does with it. */

export const letterStates = {
  preparing: 'Being prepared',
  prepared: 'Ready to release',
  released: 'Released',
  recalled: 'Recalled',
} as const
export type LetterState = keyof typeof letterStates

/** Letters on a page of the office's. */
export const lettersPerPage = 50

/** What a letter's text takes from the register, written between braces. */
export type LetterFacts = Record<'holder' | 'year' | 'principal' | 'interest', string>

const placeholder = /\{([^{}]*)\}/g
const placeholderNames: readonly string[] = ['holder', 'year', 'principal', 'interest'] satisfies (keyof LetterFacts)[]

/** @returns whether a text has nothing between braces but what the register knows */
export function hasOnlyPlaceholders(text: string): boolean {
  return [...text.matchAll(placeholder)].every(([, name = '']) => placeholderNames.includes(name))
}

/** @returns a text with a holder's facts in place of the braces */
export function filledIn(text: string, facts: LetterFacts): string {
  return text.replace(placeholder, (whole, name) => facts[name as keyof LetterFacts] ?? whole)
}

export const letterRunTitle = (year: number) => `Letters of ${year}`
export const yearEnd = (year: number) => formatDay(`${year}-12-31`)

/** Errors by code. */
export const letterMessages = {
  LETTERS_FAILED: 'That didn’t work. Please try again.',
  LETTER_YEAR: 'Enter a year that has ended, such as 2025.',
  LETTER_EXISTS: 'The letters of this year have been started already. They’re in the list.',
  LETTER_NOBODY: 'There are no recipients: no holder with an authorized person had a note in that year.',
  LETTER_SUBJECT: 'Write a subject of at most 120 characters.',
  LETTER_TEXT: 'Write the letter, in at most 6,000 characters.',
  LETTER_PLACEHOLDER: 'Only {holder}, {year}, {principal} and {interest} can stand between braces.',
  LETTER_REASON: 'Give a reason, in at most 500 characters.',
  LETTER_STATE: 'These letters have changed since the page was loaded. Load the page again.',
  LETTER_NONE: 'There is nothing to release: every letter is left out.',
  LETTER_STALE:
    'The register has changed since these letters were prepared. Prepare them again, review them, and request release again.',
} as const

const ofLetters = { by: 'administrator', failed: letterMessages.LETTERS_FAILED } as const
const aboutRun = { ...ofLetters, about: 'run' } as const
const prepared = { busy: 'Preparing…', notice: 'The letters are being prepared.' } as const
const moved = refusalsFrom(letterMessages, { LETTER_STATE: null })
const { LETTER_YEAR, LETTER_SUBJECT, LETTER_TEXT, LETTER_REASON } = letterMessages

const hint =
  'An empty line begins a paragraph. {holder} is the holder’s name, {year} the year, {principal} the principal outstanding on December 31, and {interest} the interest paid in the year.'
const written = {
  subject: line('Subject', { most: 120 }, { LETTER_SUBJECT }),
  text: lines('Letter', { most: 6000, rows: 12, hint }, { LETTER_TEXT }),
}
const misspelled = refusalsFrom(letterMessages, { LETTER_PLACEHOLDER: 'text' })
const reason = lines('Reason', { most: 500, rows: 2 }, { LETTER_REASON })

export const beginLettersCommand = defineCommand({
  ...ofLetters,
  ...prepared,
  name: 'letters.begin',
  fields: { year: line('Year', { most: 4 }, { LETTER_YEAR }), ...written },
  refusals: { ...misspelled, ...refusalsFrom(letterMessages, { LETTER_EXISTS: 'year', LETTER_NOBODY: null }) },
  button: 'Prepare letters',
  log: { 'letters.begun': 'Began the letters of a year' },
})

export const rewriteLettersCommand = defineCommand({
  ...aboutRun,
  ...prepared,
  name: 'letters.rewrite',
  fields: written,
  refusals: { ...moved, ...misspelled },
  button: 'Save and prepare again',
  log: { 'letters.rewritten': 'Prepared the letters of a year again' },
})

export const leaveOutLetterCommand = defineCommand({
  ...aboutRun,
  name: 'letters.leave_out',
  fields: { letter: hidden(), reason },
  refusals: moved,
  button: 'Leave out',
  busy: 'Leaving out…',
  notice: 'Left out',
  log: { 'letters.left_out': 'Left out a holder’s letter' },
})

export const takeBackLetterCommand = defineCommand({
  ...aboutRun,
  ...prepared,
  name: 'letters.take_back',
  fields: { letter: hidden() },
  refusals: moved,
  button: 'Include',
  log: { 'letters.taken_back': 'Included a holder’s letter again' },
})

export const releaseLettersCommand = defineCommand({
  ...aboutRun,
  name: 'letters.release',
  takesTwo: true,
  fields: {},
  refusals: { ...moved, ...refusalsFrom(letterMessages, { LETTER_NONE: null, LETTER_STALE: null }) },
  button: 'Request release',
  busy: 'Requesting…',
  notice: 'Release requested. A second person needs to approve it.',
  log: { 'letters.released': 'Released the letters of a year' },
})

export const recallLettersCommand = defineCommand({
  ...aboutRun,
  name: 'letters.recall',
  fields: { reason },
  refusals: moved,
  button: 'Recall',
  busy: 'Recalling…',
  notice: 'Recalled. Only the office sees these letters now.',
  log: { 'letters.recalled': 'Recalled the letters of a year' },
})

export const letterCommands = [
  beginLettersCommand,
  rewriteLettersCommand,
  leaveOutLetterCommand,
  takeBackLetterCommand,
  releaseLettersCommand,
  recallLettersCommand,
] as const
