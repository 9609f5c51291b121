import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Waits until something is there, looking every 20 ms.
 * @param what its name, for the error
 * @param look returns it, or undefined, null or false while it is not there; what it throws counts as not there
 * @param patience milliseconds
 */
export async function eventually<T>(
  what: string,
  look: () => T | Promise<T>,
  patience = 15_000,
): Promise<NonNullable<Exclude<T, false>>> {
  const until = performance.now() + patience
  let reason: unknown
  while (performance.now() < until) {
    try {
      const found = await look()
      if (found !== undefined && found !== null && found !== false) return found as NonNullable<Exclude<T, false>>
      reason = undefined
    } catch (error) {
      reason = error
    }
    await sleep(20)
  }
  throw new Error(`waited ${patience} ms in vain for ${what}`, { cause: reason })
}
