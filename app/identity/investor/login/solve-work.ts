import { sha256 } from '@noble/hashes/sha2.js'
import { leadingZeroBits, setNumber, type Work, workInput } from '../../proof-of-work.ts'

/** Milliseconds of computing between two moments for the page to respond to its reader. */
const slice = 12
/** Tries between two readings of the clock. */
const batch = 200

/**
 * Finds a number that proves the work, in short slices so that the page stays responsive.
 * @param onProgress called with the percentage of such searches that are over by now
 * @returns undefined where the signal ends the search
 */
export async function solveWork(
  { challenge, bits }: Work,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (percent: number) => void },
): Promise<number | undefined> {
  const input = workInput(sha256(new TextEncoder().encode(challenge)))
  for (let number = 0; !signal.aborted; ) {
    const until = performance.now() + slice
    while (performance.now() < until) {
      for (const end = number + batch; number < end; number++) {
        setNumber(input, number)
        if (leadingZeroBits(sha256(input)) >= bits) return number
      }
    }
    onProgress(100 * (1 - Math.exp(-number / 2 ** bits)))
    await new Promise(resolve => setTimeout(resolve))
  }
  return undefined
}
