import { createHash } from 'node:crypto'

/** SHA-256 */
export const sha256 = (...pieces: readonly Uint8Array[]) => {
  const hash = createHash('sha256')
  for (const piece of pieces) hash.update(piece)
  return hash.digest()
}
