import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { proofOfWorkLifetime } from '../../../rules/limits.ts'
import { keyedHash } from '../../../server/platform/seal.ts'
import { leadingZeroBits, setNumber, workInput } from '../proof-of-work.ts'

/** A proof as a browser submits it: our challenge, and the number it found. */
export interface ProofOfWork {
  challenge: string
  number: number
}

/**
 * @param boundTo the browser and address for which the proof will count
 * @returns a signed challenge, valid for `proofOfWorkLifetime`; the server stores nothing until it is spent
 */
export function newChallenge(boundTo: string, now = Date.now()): string {
  const issued = `${now}.${randomBytes(12).toString('base64url')}`
  return `${issued}.${signatureOf(issued, boundTo)}`
}

/** @returns whether a proof is for our challenge, in time, and worth this many bits. The caller spends it only once */
export function isProofOfWork(proof: ProofOfWork, boundTo: string, bits: number, now = Date.now()): boolean {
  const [time = '', id = '', signature = ''] = proof.challenge.split('.')
  const expected = Buffer.from(signatureOf(`${time}.${id}`, boundTo))
  const authentic =
    expected.length === Buffer.byteLength(signature) && timingSafeEqual(expected, Buffer.from(signature))
  if (!authentic || now - Number(time) > proofOfWorkLifetime || !Number.isSafeInteger(proof.number)) return false
  const input = workInput(createHash('sha256').update(proof.challenge).digest())
  setNumber(input, proof.number)
  return leadingZeroBits(createHash('sha256').update(input).digest()) >= bits
}

function signatureOf(issued: string, boundTo: string): string {
  return keyedHash('proof of work', `${issued} ${boundTo}`)
}
