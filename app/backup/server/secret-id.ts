import { deriveKey } from '../../../server/platform/seal.ts'

/** @returns an identifier of an AUTH_SECRET that reveals nothing else about it */
export function secretId(secret: string): string {
  return deriveKey(secret, 'secret id').toString('hex').slice(0, 16)
}
