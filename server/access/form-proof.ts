import { timingSafeEqual } from 'node:crypto'
import { leastFormTime } from '../../rules/limits.ts'
import { PortalError } from '../platform/portal-error.ts'
import { keyedHash } from '../platform/seal.ts'

/** What a public form carries besides what is typed into it. */
export interface FormProof {
  /** When the page with the form was made, from `openForm`. */
  opened: string
  /** The field that people do not see. */
  trap: string
}

/** @returns the moment a form was handed out, under our own seal: a hidden field of that form */
export function openForm(now = Date.now()): string {
  return `${now}.${keyedHash('form', String(now))}`
}

/**
 * Tells people from programs without asking a third party. Whoever is refused wrongly is told what to do, and that is
 * at most one more press of the button: a browser that fills in a form by itself is quick, too.
 * @throws PortalError NOT_A_PERSON, SENT_TOO_FAST
 */
export function assertHuman({ opened, trap }: FormProof, now = Date.now()): void {
  if (trap) throw new PortalError('NOT_A_PERSON')
  const [time = '', seal = ''] = opened.split('.')
  const expected = Buffer.from(keyedHash('form', time))
  const ours = expected.length === Buffer.byteLength(seal) && timingSafeEqual(expected, Buffer.from(seal))
  const age = now - Number(time)
  if (!ours || age < leastFormTime) throw new PortalError('SENT_TOO_FAST')
}
