import { sql, type Transaction } from 'kysely'
import {
  alarmWindow,
  codeInTurnInterval,
  codeResendInterval,
  codesPerKnownBrowser,
  codeWait,
  codeWindow,
  freeCodesPerAddress,
  freeCodesPerNetwork,
  freeTriesPerNetwork,
  frictionWindow,
  longestTryWait,
  longestWaitPerAddress,
  longestWaitPerNetwork,
  proofOfWorkBits,
  strangerTriesPerHour,
  strangerTryInterval,
  tryWait,
} from '../../../rules/limits.ts'
import { consumeRateLimit, isUsedUp, networksAround } from '../../../server/access/rate-limit.ts'
import { fromNow } from '../../../server/database/from-now.ts'
import type { AuthDatabase } from '../../../server/database/types.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import { isAlarmRaised } from './sign-in-alarm.ts'
import { type Asking, newestCode, type SignInCode } from './sign-in-codes.ts'

type Auth = Transaction<AuthDatabase>

/**
 * Slows strangers down at sign-in, by counts of the last day's `auth.sign_in_codes`, without used codes. Nothing here
 * depends on whether an account exists, and no stranger's action counts for a browser from which the person has signed
 * in.
 */

/**
 * Enforces a minute between codes for every browser, counted from the last unused one.
 * @throws PortalError RATE_LIMIT with the remaining time
 */
export async function enforceResendInterval(tx: Auth, { browser, address }: Asking): Promise<void> {
  const last = await newestCode(browser, address, tx)
  if (!last || last.used_at || timeSince(last.created_at) >= codeResendInterval) return
  throw waitUntil(last.created_at.getTime() + codeResendInterval)
}

/** @throws PortalError RATE_LIMIT if a known browser has used up its own limit */
export async function enforceKnownBrowserLimit(tx: Auth, device: string): Promise<void> {
  const { rows } = await sql<{ codes: number; oldest: Date | null }>`
    select count(*)::int as codes, min(created_at) as oldest from auth.sign_in_codes
    where device = ${device} and created_at > ${fromNow(-codeWindow)}`.execute(tx)
  const { codes = 0, oldest = null } = rows[0] ?? {}
  if (codes < codesPerKnownBrowser || !oldest) return
  throw waitUntil(oldest.getTime() + codeWindow)
}

/** What a stranger must do before a code is sent: wait this many milliseconds, or compute a proof worth this many bits. */
export interface Friction {
  wait: number
  bits: number
}

/**
 * @param canWork whether the browser can compute a proof
 * @returns undefined if a code can be sent at once
 * @throws PortalError RATE_LIMIT during an alarm, for browsers that can't compute: their codes are sent one at a time
 */
export async function frictionFor(
  tx: Auth,
  { address, network }: Asking,
  canWork: boolean,
): Promise<Friction | undefined> {
  const to = await unusedCodes(tx, 'address', address)
  const from = await unusedCodes(tx, 'network', network)
  const beyond = { address: to.codes - freeCodesPerAddress + 1, network: from.codes - freeCodesPerNetwork + 1 }
  const wait = Math.max(
    doubling(codeWait, beyond.address, longestWaitPerAddress) - to.sinceLast,
    doubling(codeWait, beyond.network, longestWaitPerNetwork) - from.sinceLast,
  )
  const bits = proofOfWorkBits + Math.max(beyond.address - 1, beyond.network - 1, 0)
  if (wait > 0) return { wait, bits }
  if (!(await isAlarmRaised(tx))) return undefined
  if (canWork) return { wait: alarmWindow, bits }
  await consumeRateLimit('codes-in-turn', 1, codeInTurnInterval, tx)
  return undefined
}

/**
 * Decides whether a stranger may try a code now. Failed attempts count for the network that requested the code,
 * wherever they come from; all attempts count for the larger IPv6 networks around their client, since one subscriber
 * may have a whole one and use up the strangers' shared limit.
 * @param ip of the client that tries it
 * @throws PortalError RATE_LIMIT with the actual wait
 */
export async function enforceStrangerTries(tx: Auth, { network }: SignInCode, ip: string): Promise<void> {
  const { rows } = await sql<{ tries: number; last: Date | null }>`
    select coalesce(sum(attempts), 0)::int as tries, max(attempted_at) as last from auth.sign_in_codes
    where network = ${network} and created_at > ${fromNow(-frictionWindow)} and device is null and used_at is null`.execute(
    tx,
  )
  const { tries = 0, last = null } = rows[0] ?? {}
  const wait = doubling(tryWait, tries - freeTriesPerNetwork + 1, longestTryWait)
  if (last && timeSince(last) < wait) throw waitUntil(last.getTime() + wait)
  const hour = 3_600_000
  for (const [around, share] of networksAround(ip).slice(1))
    await consumeRateLimit(`stranger-tries-from:${around}`, freeTriesPerNetwork * share, hour, tx)
  // Slow then, but never closed: one at a time.
  if (await isUsedUp('stranger-tries', strangerTriesPerHour, hour, tx))
    await consumeRateLimit('stranger-tries-in-turn', 1, strangerTryInterval, tx)
}

/** @returns the unused codes of strangers, and the milliseconds since the last of them */
async function unusedCodes(tx: Auth, of: 'address' | 'network', value: string) {
  const { rows } = await sql<{ codes: number; last: Date | null }>`
    select count(*)::int as codes, max(created_at) as last from auth.sign_in_codes
    where ${sql.ref(of)} = ${value} and created_at > ${fromNow(-frictionWindow)} and device is null and used_at is null`.execute(
    tx,
  )
  const { codes = 0, last = null } = rows[0] ?? {}
  return { codes, sinceLast: last ? timeSince(last) : Number.POSITIVE_INFINITY }
}

/** @returns `first`, doubled `step - 1` times, at most `longest`; 0 before the first step */
function doubling(first: number, step: number, longest: number): number {
  return step < 1 ? 0 : Math.min(first * 2 ** Math.min(step - 1, 30), longest)
}

/**
 * @returns the milliseconds since a moment. A future one counts as the same distance in the past: a clock was wrong,
 * and no one should wait for that time
 */
function timeSince(at: Date): number {
  return Math.abs(Date.now() - at.getTime())
}

function waitUntil(time: number): PortalError {
  return new PortalError('RATE_LIMIT', { retryAfter: Math.max(1, Math.ceil((time - Date.now()) / 1000)) })
}
