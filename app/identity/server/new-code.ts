import { randomInt } from 'node:crypto'
import { codeLength } from '../../../rules/limits.ts'

/** @returns a new one-time code: six digits from the system's random source */
export function newCode(): string {
  return randomInt(10 ** codeLength)
    .toString()
    .padStart(codeLength, '0')
}
