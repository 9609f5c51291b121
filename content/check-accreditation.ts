import { filled, unless, whole } from './check-helpers.ts'
import type { AccreditationSwitches, LetterTexts, RepresentationTexts } from './types.ts'

/** How accreditation is verified, and what investors and professionals sign about it. */
export type AccreditationRules = { switches: AccreditationSwitches; texts: RepresentationTexts; toSign: LetterTexts }

/** SEC staff's letter of March 12, 2025: no lower minimum verifies by itself. */
const letter = { personCents: 200_000_00n, entityCents: 1_000_000_00n, ownersBelow: 5 }

const placeholders = ['holder', 'each', 'fund', 'category', 'cite', 'amount', 'minimum', 'year', 'verified']

/** @returns faults of the switches, and of the texts that investors sign */
export function inAccreditation({ switches, texts, toSign }: AccreditationRules): string[] {
  const { personCents, entityCents, ownersBelow } = switches.highMinimum
  const at = (field: string) => `content/accreditation.ts: ${field}`
  const { everyone, byMethod, noResale, ownersMinimum, last } = texts
  const sentences = [...everyone, ...Object.values(byMethod).flat(), noResale, ownersMinimum, last]
  const unknown = sentences
    .flatMap(sentence => [...sentence.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name))
    .filter(name => !placeholders.includes(name))
  const days = ['saleDays', 'sensitiveDays', 'rejectionYears', 'renewalDays', 'endsSoonDays'] as const
  return [
    ...unless(
      personCents >= letter.personCents && entityCents >= letter.entityCents && ownersBelow <= letter.ownersBelow,
      at('highMinimum'),
      'is lower than the letter of March 12, 2025, names: $200,000, $1,000,000, and fewer than 5 owners.',
    ),
    ...unless(
      switches.reviewers === 1 || switches.reviewers === 2,
      at('reviewers'),
      `${switches.reviewers} is neither 1 nor 2.`,
    ),
    ...days.flatMap(name => unless(whole(switches[name]), at(name), `${switches[name]} is not a whole number from 1.`)),
    ...unless(!noResale.includes('{'), 'content/representations.ts: noResale', 'has a word to be filled in.'),
    ...unless(filled(texts.version), 'content/representations.ts: version', 'is empty.'),
    ...unless(sentences.every(filled), 'content/representations.ts', 'has an empty sentence.'),
    ...unless(
      toSign.statement.includes('{investor}'),
      'content/verification-letter.ts: statement',
      'doesn’t say {investor}, whom the letter is about.',
    ),
    ...unless(
      [toSign.statement, toSign.reliance, ...toSign.signers].every(filled) && toSign.signers.length > 0,
      'content/verification-letter.ts',
      'has an empty sentence, or nobody who may sign it.',
    ),
    ...unknown.map(name => `content/representations.ts: {${name}} is not one of ${placeholders.join(', ')}.`),
  ]
}
