import { PortalError } from '../platform/portal-error.ts'
import { clearRateLimit, consumeRateLimit } from './rate-limit.ts'

/** Time for which a repeated access counts as the same one. */
const windowMs = 10 * 60_000
/** Most accesses cached by a process, to save queries; beyond that, the oldest are dropped. */
const mostRemembered = 20_000

/** By access, until when (milliseconds since 1970) it isn't new. */
const remembered = new Map<string, number>()

/**
 * For accesses that a page repeats by itself, such as reading a file in ranges or reloading a list. Counts across all
 * processes.
 * @param access actor and object
 * @returns whether it is the first in ten minutes
 */
export async function isNewAccess(access: string): Promise<boolean> {
  const now = Date.now()
  if ((remembered.get(access) ?? 0) > now) return false
  try {
    await consumeRateLimit(limitOf(access), 1, windowMs)
    remember(access, now + windowMs)
    return true
  } catch (error) {
    if (!(error instanceof PortalError) || error.code !== 'RATE_LIMIT') throw error
    remember(access, now + (error.retryAfter ?? 0) * 1000)
    return false
  }
}

/** Reverts `isNewAccess`, for an access that could not be recorded. */
export async function forgetAccess(access: string): Promise<void> {
  remembered.delete(access)
  await clearRateLimit(limitOf(access))
}

function remember(access: string, until: number): void {
  remembered.delete(access)
  remembered.set(access, until)
  for (const [oldest] of remembered) {
    if (remembered.size <= mostRemembered) break
    remembered.delete(oldest)
  }
}

const limitOf = (access: string) => `access ${access}`
