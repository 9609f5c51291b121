/* Buffers for bytes on their way between disk and network, kept and used again: fresh memory costs as much as copying
 * into it, and letting the garbage collector find it costs more.
 */

/** Smaller ones cost more system calls, and larger ones leave the processor's cache. */
const largeBuffer = 512 * 1024
/** For transfers beyond the first ones, which are many and therefore slow. */
const smallBuffer = 64 * 1024
/** How many large buffers exist at most: 16 MB. */
const mostLarge = 32
/** How many of them stay when nothing is transferred: 4 MB. */
const mostKept = 8

const kept: Buffer[] = []
let largeInUse = 0

/** @returns a buffer with anyone's old bytes in it, to be given back */
export function takeBuffer(): Buffer {
  if (largeInUse >= mostLarge) return Buffer.allocUnsafeSlow(smallBuffer)
  largeInUse++
  return kept.pop() ?? Buffer.allocUnsafeSlow(largeBuffer)
}

/** @param buffer nothing may read it or write to it any more */
export function giveBack(buffer: Buffer): void {
  if (buffer.length < largeBuffer) return
  largeInUse--
  if (kept.length < mostKept) kept.push(buffer)
}

/** @param buffer that something may still read: the garbage collector takes it once nothing does */
export function letGo(buffer: Buffer): void {
  if (buffer.length >= largeBuffer) largeInUse--
}
