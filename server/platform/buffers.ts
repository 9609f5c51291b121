/*
 * Reusable buffers for bytes in transit between disk and network: fresh memory costs as much as copying into it, and
 * garbage collection more.
 */

/** Smaller ones cost more system calls, and larger ones leave the processor's cache. */
const largeBuffer = 512 * 1024
/** For transfers beyond the first ones, which are many and therefore slow. */
const smallBuffer = 64 * 1024
/** Most large buffers: 16 MB. */
const mostLarge = 32
/** Large buffers retained when idle: 4 MB. */
const maxCached = 8

const kept: Buffer[] = []
let largeInUse = 0

/** @returns a buffer with old contents, to be given back */
export function takeBuffer(): Buffer {
  if (largeInUse >= mostLarge) return Buffer.allocUnsafeSlow(smallBuffer)
  largeInUse++
  return kept.pop() ?? Buffer.allocUnsafeSlow(largeBuffer)
}

/** @param buffer must no longer be read or written */
export function giveBack(buffer: Buffer): void {
  if (buffer.length < largeBuffer) return
  largeInUse--
  if (kept.length < maxCached) kept.push(buffer)
}

/** @param buffer that may still be read; the garbage collector frees it */
export function letGo(buffer: Buffer): void {
  if (buffer.length >= largeBuffer) largeInUse--
}
