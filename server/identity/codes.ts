import { randomInt } from 'node:crypto'
import { codeLength } from '../../rules/limits.ts'

const form = new RegExp(`^\\d{${codeLength}}$`)

/** @returns whether a text looks like a one-time code */
export const isCode = (text: string) => form.test(text)

/** @returns a fresh one-time code: six digits from the system's random source */
export function newCode(): string {
  return randomInt(10 ** codeLength)
    .toString()
    .padStart(codeLength, '0')
}
