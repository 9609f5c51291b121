import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import { derivedSecret } from '../../../server/platform/seal.ts'

/** The chain's newest link, signed, to be stored beyond the reach of the database's owner. */
export interface SignedHead {
  type: 'head'
  /** Time of the signature: ISO 8601, UTC. */
  at: string
  position: number
  /** Of the entry there, in hex. It depends on every entry before. */
  hash: string
  /** The newest link of the ledger's chain, if any: its position, and its hash in hex. */
  ledger_position?: number
  ledger_hash?: string
  /** Ed25519, base64url; constant for an AUTH_SECRET. */
  public_key: string
  signature: string
}

// RFC 8410 section 7: a PKCS #8 structure with an Ed25519 key, up to the 32 bytes of the key itself.
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex')

type Head = Omit<SignedHead, 'type' | 'public_key' | 'signature'>

/** Signs a head with a key derived from AUTH_SECRET, which the database doesn't have. */
export function signHead(head: Head): SignedHead {
  const key = signingKey()
  return {
    type: 'head',
    ...head,
    public_key: publicKeyOf(key),
    signature: sign(null, signedText(head), key).toString('base64url'),
  }
}

/** @returns whether this installation signed it and it is unaltered */
export function isSignatureValid(head: SignedHead): boolean {
  const key = signingKey()
  try {
    return (
      head.public_key === publicKeyOf(key) &&
      verify(null, signedText(head), createPublicKey(key), Buffer.from(head.signature, 'base64url'))
    )
  } catch {
    return false
  }
}

/**
 * Finds signed heads in a text: AUDIT_SINK's file, or an e-mail with one, copied or saved.
 * @returns them in the text's order
 */
export function findHeads(text: string): SignedHead[] {
  // Quoted-printable (RFC 2045), used in saved mail, breaks long lines and escapes the equals sign.
  const unfolded = text.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=')
  return [...unfolded.matchAll(/\{"type":"head"[^{}]*\}/g)].flatMap(([json]) => {
    try {
      return [JSON.parse(json) as SignedHead]
    } catch {
      return []
    }
  })
}

function signedText({ at, position, hash, ledger_position, ledger_hash }: Head): Buffer {
  const ledger = ledger_position === undefined ? [] : ['ledger', ledger_position, ledger_hash]
  return Buffer.from(['promissory audit head', position, hash, at, ...ledger].join('\n'))
}

function signingKey(): KeyObject {
  const seed = Buffer.from(derivedSecret('audit heads'), 'base64url')
  return createPrivateKey({ key: Buffer.concat([pkcs8Prefix, seed]), format: 'der', type: 'pkcs8' })
}

function publicKeyOf(key: KeyObject): string {
  return createPublicKey(key).export({ format: 'jwk' }).x ?? ''
}
