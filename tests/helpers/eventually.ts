import { setTimeout as sleep } from 'node:timers/promises'
import { patience } from './lane.ts'

/**
 * Polls for a result every 20 ms.
 * @param what name of the result, for the error message
 * @param look returns the result, or undefined, null or false while there is none; an exception counts as none
 * @param timeoutMs milliseconds until it gives up
 * @throws an error that names `what`, with the last exception of `look` as its cause
 */
export async function eventually<T>(
  what: string,
  look: () => T | Promise<T>,
  timeoutMs = patience,
): Promise<NonNullable<Exclude<T, false>>> {
  const until = performance.now() + timeoutMs
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
  throw new Error(`timed out after ${timeoutMs} ms waiting for ${what}`, { cause: reason })
}
