import { createHash, randomInt } from 'node:crypto'
import type { ConsentTexts } from '../../../content/consent-types.ts'
import { plainWords } from '../../../rules/plain-words.ts'
import { sampleTries } from '../sample-words.ts'

/* What every consent with a word on a sample has in common. */

/** @returns SHA-256 of a disclosure, as it is kept with each consent to it */
export function disclosureHash({ parts, agreement }: Pick<ConsentTexts, 'parts' | 'agreement'>): string {
  const text = JSON.stringify([parts.map(({ title, text }) => [title, text]), agreement])
  return createHash('sha256').update(text).digest('hex')
}

export const newWord = () => plainWords[randomInt(plainWords.length)] ?? plainWords[0]

/**
 * @param tries wrong words before this one
 * @returns what a wrong word changes in the consent's row, and its refusal: after a few the sample has another word
 */
export function wrongWord(tries: number) {
  return tries + 1 >= sampleTries
    ? ({ columns: { tries: 0, word: newWord() }, refusal: 'CONSENT_TRIES' } as const)
    : ({ columns: { tries: tries + 1 }, refusal: 'CONSENT_WORD' } as const)
}
