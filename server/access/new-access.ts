/** How long a repeated access counts as the same one. */
const windowMs = 10 * 60_000
/** Accesses that are remembered; where there are more, the oldest are forgotten, and recorded once more. */
const remembered = 20_000

const seen = new Map<string, number>()

/**
 * For accesses that a page repeats by itself, such as reading a file in pieces or reloading a list.
 * @param access who accesses what
 * @returns whether it is the first in ten minutes
 */
export function isNewAccess(access: string): boolean {
  const now = Date.now()
  const last = seen.get(access)
  if (last !== undefined && now - last < windowMs) return false
  seen.delete(access)
  seen.set(access, now)
  for (const [oldest] of seen) {
    if (seen.size <= remembered) break
    seen.delete(oldest)
  }
  return true
}

/** Takes back `isNewAccess`, for an access that could not be recorded. */
export function forgetAccess(access: string): void {
  seen.delete(access)
}
