import { timingSafeEqual } from 'node:crypto'
import { minFormTime } from '../../rules/limits.ts'
import { PortalError } from '../platform/portal-error.ts'
import { keyedHash } from '../platform/seal.ts'

/** The hidden fields of a public form. */
export interface FormProof {
  /** When the form was rendered, from `openForm`. */
  opened: string
  /** A honeypot: a field that people can't see. */
  trap: string
}

/** @returns the current time with our signature, for a hidden field of the form */
export function openForm(now = Date.now()): string {
  return `${now}.${keyedHash('form', String(now))}`
}

/**
 * Tells people from bots without a third party. A person who is wrongly refused (for example because their browser
 * filled in the form quickly) is told what to do, at most to press the button once more.
 * @throws PortalError NOT_A_PERSON, SENT_TOO_FAST
 */
export function assertHuman({ opened, trap }: FormProof, now = Date.now()): void {
  if (trap) throw new PortalError('NOT_A_PERSON')
  const [time = '', seal = ''] = opened.split('.')
  const expected = Buffer.from(keyedHash('form', time))
  const authentic = expected.length === Buffer.byteLength(seal) && timingSafeEqual(expected, Buffer.from(seal))
  const age = now - Number(time)
  if (!authentic || age < minFormTime) throw new PortalError('SENT_TOO_FAST')
}
