import { createHmac, hkdfSync } from 'node:crypto'
import { sealed, unsealed } from '../../../server/platform/sealed.ts'
import { keyId } from '../../../server/vault/sealed-chunks.ts'

/*
 * Account and tax numbers, encrypted in the database. Each row's key is derived from VAULT_KEY and the row's id, so
 * that a ciphertext is worthless in another row.
 */

/** A number as stored in a row of `vault`. */
export interface SealedNumber {
  ciphertext: Buffer
  /** Id of the VAULT_KEY. */
  keyId: Buffer
  /** Of kind and number: equal numbers have equal ones, under the same VAULT_KEY. */
  hmac: Buffer
  /** Displayable digits. */
  last4: string
}

/**
 * @param vaultKey 32 bytes
 * @param rowId of its row
 * @param kind such as 'custodian_account'
 * @param number letters and digits
 */
export function sealNumber(vaultKey: Uint8Array, rowId: string, kind: string, number: string): SealedNumber {
  const ciphertext = sealed(rowKey(vaultKey, rowId), rowId, number)
  return { ciphertext, keyId: keyId(vaultKey), hmac: findsEquals(vaultKey, kind)(number), last4: lastFour(number) }
}

/**
 * @param vaultKey 32 bytes
 * @returns a function from a number of a kind to its `hmac`; the key is derived only once
 */
export function findsEquals(vaultKey: Uint8Array, kind: string): (number: string) => Buffer {
  const key = derive(vaultKey, 'promissory vault equals')
  return number => createHmac('sha256', key).update(`${kind} ${number}`).digest()
}

/**
 * @param vaultKeys all of VAULT_KEY
 * @returns the number; undefined if none of the keys has sealed it, or it is not the row's
 */
export function unsealNumber(
  vaultKeys: readonly Uint8Array[],
  rowId: string,
  { ciphertext, keyId: sealedBy }: Pick<SealedNumber, 'ciphertext' | 'keyId'>,
): string | undefined {
  const vaultKey = vaultKeys.find(each => keyId(each).equals(sealedBy))
  if (!vaultKey) return undefined
  return unsealed(rowKey(vaultKey, rowId), rowId, ciphertext)?.toString('utf8')
}

/** For a short number, less than half. */
function lastFour(number: string): string {
  return number.slice(-Math.min(4, Math.max(1, Math.floor(number.length / 2))))
}

function rowKey(vaultKey: Uint8Array, rowId: string): Buffer {
  return derive(vaultKey, `promissory vault ${rowId}`)
}

function derive(vaultKey: Uint8Array, use: string): Buffer {
  return Buffer.from(hkdfSync('sha256', vaultKey, '', use, 32))
}
