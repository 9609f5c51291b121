import { createHash } from 'node:crypto'
import { leadingZeroBits, setNumber, type Work, workInput } from '../../app/identity/proof-of-work.ts'

/** Computes the browser's proof of work, for tests. */
export function solve({ challenge, bits }: Pick<Work, 'challenge' | 'bits'>): { challenge: string; number: number } {
  const input = workInput(createHash('sha256').update(challenge).digest())
  for (let number = 0; ; number++) {
    setNumber(input, number)
    if (leadingZeroBits(createHash('sha256').update(input).digest()) >= bits) return { challenge, number }
  }
}
