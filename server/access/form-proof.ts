import { timingSafeEqual } from 'node:crypto'
import { leadsPerAddress, leadsPerClient, leadWindow, leastFormTime } from '../../rules/limits.ts'
import type { MessageCode } from '../../rules/messages.ts'
import type { Client } from '../identity/auth.ts'
import { PortalError } from '../platform/portal-error.ts'
import { keyedHash } from '../platform/seal.ts'
import { consumeRateLimit, networkOf } from './rate-limit.ts'

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

/**
 * Keeps floods out: by client and by the address given, since mail goes there.
 * @throws PortalError TOO_MANY_LEADS
 */
export async function enforceLeadLimit(client: Pick<Client, 'ip'>, email: string): Promise<void> {
  await enforceRateLimit(`leads from ${networkOf(client.ip)}`, leadsPerClient)
  await enforceRateLimit(`leads by ${email.toLowerCase()}`, leadsPerAddress)
}

/** The same for one use of anything. */
export async function enforceRateLimit(
  what: string,
  most: number,
  code: MessageCode = 'TOO_MANY_LEADS',
): Promise<void> {
  try {
    await consumeRateLimit(what, most, leadWindow)
  } catch (error) {
    if (error instanceof PortalError) throw new PortalError(code, { retryAfter: error.retryAfter })
    throw error
  }
}

/** @throws PortalError with the first of the problems, if there is one */
export function assertValid(problems: Partial<Record<string, MessageCode>>): void {
  const [first] = Object.values(problems)
  if (first) throw new PortalError(first)
}
