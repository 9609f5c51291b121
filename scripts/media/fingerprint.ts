import { createHash } from 'node:crypto'

/** @returns 16 hexadecimal digits that identify a value, the same on every machine */
export function fingerprint(what: unknown): string {
  return createHash('sha256').update(JSON.stringify(what)).digest('hex').slice(0, 16)
}
