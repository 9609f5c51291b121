import { randomBytes } from 'node:crypto'

/** Distinguishes this process's requests from those of others and of earlier starts. */
const processPart = randomBytes(4).toString('hex')
let requests = 0

/** @returns an id unique within this process: 16 hexadecimal digits. It is no secret. */
export function nextRequestId(): string {
  return processPart + (++requests).toString(16).padStart(8, '0')
}
