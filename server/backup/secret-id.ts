import { deriveKey } from '../platform/seal.ts'

/** @returns what tells AUTH_SECRETs apart, and nothing else about them */
export function secretId(secret: string): string {
  return deriveKey(secret, 'secret id').toString('hex').slice(0, 16)
}
