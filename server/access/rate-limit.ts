import { isIPv6 } from 'node:net'
import { type Kysely, sql } from 'kysely'
import type { MessageCode } from '../../rules/messages.ts'
import { authDatabase } from '../database/connection.ts'
import type { AuthDatabase } from '../database/types.ts'
import { PortalError } from '../platform/portal-error.ts'
import { keyedHash } from '../platform/seal.ts'

/**
 * Counts a use of a limit that all processes share, and refuses it above the maximum. Refused uses count too, but never
 * extend the window.
 * @param what limit and subject, such as `code-for:someone@example.com`; stored only as an HMAC
 * @param most uses allowed in a window
 * @param window its length in milliseconds
 * @param database a transaction of the sign-in, which then decides whether the use counts
 * @throws PortalError RATE_LIMIT with the seconds to wait
 */
export async function consumeRateLimit(
  what: string,
  most: number,
  window: number,
  database: Pick<Kysely<AuthDatabase>, 'getExecutor'> = authDatabase(),
): Promise<void> {
  const counted = await sql<{ used: number; seconds_left: number }>`
    select used, seconds_left from auth.count_use(${keyedHash('limit', what)}, ${window / 1000})`.execute(database)
  const { used, seconds_left } = counted.rows[0] ?? { used: 1, seconds_left: 0 }
  if (used > most) throw new PortalError('RATE_LIMIT', { retryAfter: Math.max(1, Math.ceil(seconds_left)) })
}

/** Counts a use like `consumeRateLimit`. @returns whether it exceeds the limit */
export async function isUsedUp(...use: Parameters<typeof consumeRateLimit>): Promise<boolean> {
  try {
    await consumeRateLimit(...use)
    return false
  } catch (error) {
    if (error instanceof PortalError && error.code === 'RATE_LIMIT') return true
    throw error
  }
}

interface RateLimit {
  /** Uses allowed in a window. */
  most: number
  /** Its length in milliseconds. */
  window: number
  /** The error if it is exceeded. */
  code: MessageCode
}

/**
 * Counts a use like `consumeRateLimit`.
 * @throws PortalError with the limit's own code and the seconds to wait
 */
export async function enforceRateLimit(what: string, { most, window, code }: RateLimit): Promise<void> {
  try {
    await consumeRateLimit(what, most, window)
  } catch (error) {
    if (!(error instanceof PortalError) || error.code !== 'RATE_LIMIT') throw error
    throw new PortalError(code, { retryAfter: error.retryAfter, cause: error })
  }
}

/** Reverts a use counted by `consumeRateLimit` that had no effect. */
export async function returnRateLimitUse(what: string): Promise<void> {
  const key = keyedHash('limit', what)
  const { numUpdatedRows } = await authDatabase()
    .updateTable('auth.limits')
    .set(eb => ({ used: eb('used', '-', 1) }))
    .where('key', '=', key)
    .where('used', '>', 1)
    .executeTakeFirst()
  if (numUpdatedRows) return
  await authDatabase().deleteFrom('auth.limits').where('key', '=', key).where('used', '=', 1).execute()
}

/** Resets a limit's window, once what it guards against can no longer happen. */
export async function clearRateLimit(what: string): Promise<void> {
  await authDatabase().deleteFrom('auth.limits').where('key', '=', keyedHash('limit', what)).execute()
}

/** Removes counts of ended windows. Part of the hourly clean-up. */
export async function cleanUpRateLimits(): Promise<void> {
  await authDatabase().deleteFrom('auth.limits').where('window_ends_at', '<', new Date()).execute()
}

/**
 * Counts a use by a client's network and, for IPv6, by the /56 and the /48 around it, since a subscriber may have a
 * whole one (RFC 6177): those may use four and sixteen times as much.
 * @param what is limited, such as `codes-from`
 * @throws PortalError with the limit's own code and the seconds to wait
 */
export async function enforceNetworkLimit(
  what: string,
  ip: string,
  { most, window, code = 'RATE_LIMIT' }: Omit<RateLimit, 'code'> & Partial<RateLimit>,
): Promise<void> {
  for (const [network, share] of networksAround(ip))
    await enforceRateLimit(`${what}:${network}`, { most: most * share, window, code })
}

/** The networks by which a client is counted, each with its multiple of the smallest network's limit. */
export function networksAround(ip: string): [network: string, share: number][] {
  const groups = ipv6Groups(ip)
  if (!groups) return [[networkOf(ip), 1]]
  const [a, b, c, d] = groups as [number, number, number, number]
  const hex = (...of: number[]) => of.map(group => group.toString(16)).join(':')
  return [
    [networkOf(ip), 1],
    [`${hex(a, b, c, d & 0xff00)}::/56`, 4],
    [`${hex(a, b, c)}::/48`, 16],
  ]
}

/**
 * A client's network for limits: its address, or for IPv6 its /64 network, since a subscriber has all 2^64 addresses of
 * one (RFC 4291 section 2.5.4). An IPv4-mapped address counts as IPv4.
 */
export function networkOf(ip: string): string {
  const [, v4] = mapped.exec(ip) ?? []
  const groups = ipv6Groups(ip)
  if (!groups) return v4 ?? ip
  return `${groups
    .slice(0, 4)
    .map(group => group.toString(16))
    .join(':')}::/64`
}

const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i

/** @returns the eight groups of an IPv6 address; undefined for IPv4, mapped or not, and for anything else */
function ipv6Groups(ip: string): number[] | undefined {
  if (mapped.test(ip) || !isIPv6(ip)) return undefined
  const [head = '', tail] = ip.replace(/%.*/, '').split('::')
  const groups = head ? head.split(':') : []
  // Expands `::` to zeros.
  if (tail !== undefined) {
    const rest = tail ? tail.split(':') : []
    groups.push(...Array(Math.max(0, 8 - groups.length - rest.length)).fill('0'), ...rest)
  }
  return groups.map(group => Number.parseInt(group, 16))
}
