import { randomUUID, timingSafeEqual } from 'node:crypto'
import { formTicketLifetime, minFormTime } from '../../rules/limits.ts'
import { clockTolerance } from '../platform/clock-tolerance.ts'
import { PortalError } from '../platform/portal-error.ts'
import { keyedHash } from '../platform/seal.ts'

/** Purpose of a form; a ticket for one can't be used for another. */
export type FormPurpose = 'message' | 'call'

/** The hidden fields of a public form. */
export interface FormProof {
  /** From `openForm`. */
  ticket: string
  /** A honeypot: a field that people can't see. */
  trap: string
}

/**
 * Issues a form's ticket: when it was opened, and the id of the one row it may create, with our signature. Resubmitting
 * the form therefore creates nothing more.
 * @param now in milliseconds since 1970
 */
export function openForm(purpose: FormPurpose, now = Date.now(), id: string = randomUUID()): string {
  return `${now}.${id}.${signature(purpose, `${now}`, id)}`
}

/**
 * Distinguishes people from bots without a third party. A person who is wrongly refused (for example because their
 * browser filled in the form quickly) gets instructions, at most to press the button once more.
 * @returns the id of the row that the form creates
 * @throws PortalError NOT_A_PERSON, SENT_TOO_FAST; FORM_EXPIRED for a ticket that is too old or isn't ours
 */
export function assertHuman(purpose: FormPurpose, { ticket, trap }: FormProof, now = Date.now()): string {
  if (trap) throw new PortalError('NOT_A_PERSON')
  const [time = '', id = '', seal = ''] = ticket.split('.', 3)
  const expected = Buffer.from(signature(purpose, time, id))
  const authentic = expected.length === Buffer.byteLength(seal) && timingSafeEqual(expected, Buffer.from(seal))
  const age = now - Number(time)
  // A future ticket was issued by a wrong clock: it would be too fast until that time.
  if (!authentic || age > formTicketLifetime || age < -clockTolerance) throw new PortalError('FORM_EXPIRED')
  if (age < minFormTime) throw new PortalError('SENT_TOO_FAST')
  return id
}

function signature(purpose: FormPurpose, time: string, id: string): string {
  return keyedHash('form', `${purpose} ${time} ${id}`)
}
