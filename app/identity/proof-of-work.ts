/**
 * Proof of work by hashcash with SHA-256, shared by browser and server: find a number so that the hash of the
 * challenge's own hash, followed by that number, starts with enough zero bits. Each bit doubles the work to find one;
 * checking one takes a single hash.
 */

/** Work for the browser. */
export interface Work {
  challenge: string
  /** Leading zero bits that the hash must have. */
  bits: number
  /** Milliseconds after which the same request needs no proof. */
  wait: number
}

/** Bytes of a seed, which is the challenge's SHA-256, and of the input of one attempt: the seed and a number. */
const seedSize = 32
const inputSize = seedSize + 8

/** @returns the input of an attempt, to be completed by `setNumber` */
export function workInput(seed: Uint8Array): Uint8Array {
  const input = new Uint8Array(inputSize)
  input.set(seed)
  return input
}

/** @param number below 2^53 */
export function setNumber(input: Uint8Array, number: number): void {
  const view = new DataView(input.buffer)
  view.setUint32(seedSize, Math.floor(number / 2 ** 32))
  view.setUint32(seedSize + 4, number >>> 0)
}

/** @returns number of leading zero bits of a hash */
export function leadingZeroBits(hash: Uint8Array): number {
  let bits = 0
  for (const byte of hash) {
    if (byte !== 0) return bits + Math.clz32(byte) - 24
    bits += 8
  }
  return bits
}
