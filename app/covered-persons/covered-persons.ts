import type { CoveredEvent, CoveredPersonsSettings } from '../../content/covered-persons-types.ts'
import { addDays, formatDay } from '../../rules/days.ts'

/** On a page of the office's list. */
export const coveredPerPage = 50

/** Whom 17 CFR 230.506(d)(1) covers, in its order. */
export const capacities = {
  issuer: 'The issuer',
  predecessor: 'Predecessor of the issuer',
  affiliate: 'Affiliated issuer',
  director: 'Director',
  executive_officer: 'Executive officer',
  other_officer: 'Other officer participating in the offering',
  manager: 'General partner or managing member',
  owner: 'Owner of 20% or more of the voting equity',
  promoter: 'Promoter',
  investment_manager: 'Investment manager of the fund',
  solicitor: 'Paid for soliciting purchasers',
  principal: 'Principal of an investment manager or a paid solicitor',
} as const
export type Capacity = keyof typeof capacities

export const coveredEvents: Readonly<Record<CoveredEvent, string>> = {
  i: '(i) Criminal convictions',
  ii: '(ii) Court injunctions and orders',
  iii: '(iii) Final orders of state and federal regulators',
  iv: '(iv) SEC disciplinary orders',
  v: '(v) SEC cease-and-desist orders',
  vi: '(vi) Suspension or expulsion from a self-regulatory organization',
  vii: '(vii) Stop orders and suspended exemptions',
  viii: '(viii) Postal Service false representation orders',
}
export const eventCodes = Object.keys(coveredEvents) as CoveredEvent[]

export type Answers = Readonly<Record<CoveredEvent, 'no' | 'yes'>>

/** What two people find about a positive answer, with the paragraph that it rests on. */
export const findings = {
  disqualified: 'Disqualified: an event of 506(d)(1)',
  before: 'Not disqualifying: before September 23, 2013, and disclosed (506(d)(2)(i), 506(e))',
  waiver: 'Not disqualifying: waived by the SEC (506(d)(2)(ii))',
  authority: 'Not disqualifying: the court or regulator advised so in writing (506(d)(2)(iii))',
  no_event: 'Not disqualifying: no event of 506(d)(1)',
} as const
export type Finding = keyof typeof findings

export type Standing = 'current' | 'due' | 'to_decide' | 'disqualified' | 'ended'

/** @param dueOn 'YYYY-MM-DD' @returns a person's standing in words, and whether it needs attention */
export function standingWords(
  state: Standing,
  dueOn: string,
  { today, remindDays }: { today: string; remindDays: number },
): { words: string; tone: 'plain' | 'warning' | 'danger' } {
  if (state === 'ended') return { words: 'Ended', tone: 'plain' }
  if (state === 'disqualified') return { words: 'Disqualified', tone: 'danger' }
  if (state === 'to_decide') return { words: 'To be decided', tone: 'danger' }
  if (state === 'due') return { words: `Due since ${formatDay(dueOn)}`, tone: 'danger' }
  return dueOn <= addDays(today, remindDays)
    ? { words: `Due on ${formatDay(dueOn)}`, tone: 'warning' }
    : { words: 'Current', tone: 'plain' }
}

interface Signer {
  name: string
  capacity: Capacity
  fund: string
}

/** @returns the exact text that is signed: each question with its answer, the details, and the declaration */
export function questionnaireText(
  texts: Pick<CoveredPersonsSettings, 'questions' | 'declaration'>,
  signer: Signer,
  answers: Answers,
  details: string,
): string {
  return [
    ...eventCodes.map(code => `(${code}) ${texts.questions[code]}\nAnswer: ${answers[code] === 'yes' ? 'Yes' : 'No'}`),
    ...(details ? [`Details: ${details}`] : []),
    filledIn(texts.declaration, signer),
  ].join('\n\n')
}

/** @param day of the questionnaire that it confirms, 'YYYY-MM-DD' */
export function bringDownText({ bringDown }: Pick<CoveredPersonsSettings, 'bringDown'>, signer: Signer, day: string) {
  return filledIn(bringDown, signer, day)
}

export function filledIn(text: string, { name, capacity, fund }: Signer, day = ''): string {
  const words: Readonly<Record<string, string>> = { name, capacity: capacities[capacity], fund }
  return text.replaceAll(/\{(\w+)\}/g, (all, word: string) => (word === 'day' ? formatDay(day) : (words[word] ?? all)))
}

export const coveredMessages = {
  COVERED_FAILED: 'We couldn’t load the register of covered persons. Try again in a moment.',
  COVERED_UNSAVED:
    'We couldn’t save this. Nothing has changed, and what you typed is still here. Try again in a moment.',
  COVERED_NAME: 'Enter the full name, up to 200 characters.',
  COVERED_CAPACITY: 'Choose the capacity in which the rule covers them.',
  COVERED_ACCOUNT: 'No open account has this e-mail address. Leave it blank for someone outside the portal.',
  COVERED_TWICE: 'This person is on the register in this capacity already.',
  COVERED_DAY_AHEAD: 'This day is in the future. Enter today or an earlier day.',
  COVERED_END_EARLY: 'They can’t end before the day they are covered from.',
  COVERED_REASON: 'Say why, in up to 500 characters.',
  COVERED_ENDED: 'This person is no longer covered. Reload the page.',
  COVERED_ANSWER: 'Answer yes or no.',
  COVERED_DETAILS: 'Describe each event that you answered with yes: what, which court or authority, and when.',
  COVERED_NO_DETAILS: 'You answered every question with no. Remove the details, or answer yes to what they are about.',
  COVERED_SIGNATURE: 'Type your full name.',
  COVERED_CHANGED: 'The questions have changed since you opened this page. Reload it and answer them again.',
  COVERED_OWN: 'They have an account, so they sign their questionnaire in the portal themselves.',
  COVERED_FILE: 'Choose the signed PDF among your own documents. If it isn’t listed, upload it first.',
  COVERED_NOTHING_BEFORE: 'There is no questionnaire with these questions to confirm. It has to be answered first.',
  COVERED_DECIDED: 'This answer needs no decision, or has one already. Reload the page.',
  COVERED_FINDING: 'Choose what you found.',
  COVERED_NOT_CURRENT:
    'Nothing can be sold now: the register of covered persons isn’t current (Rule 506(d)). Under Covered persons you see what is missing.',
} as const
