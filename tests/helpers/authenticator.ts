import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { userHandleOf } from '../../app/identity/server/passkeys/verify-passkey.ts'

interface Options {
  /** Origin of the requesting page. */
  origin: string
  /** Counts its uses; synced passkeys don't. */
  counts?: boolean
}

const userPresent = 0x01
const userVerified = 0x04
const hasCredential = 0x40

/** A passkey in software, with its browser: answers the server's requests as JSON (WebAuthn level 3). */
export function newAuthenticator({ origin, counts = false }: Options) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(32)
  const authenticator = {
    /** Number of its uses. */
    counter: 0,
    /** Whether it verifies its user before it signs. */
    verifies: true,
    origin,
    /** Whether the page is framed by another site's. */
    isFramed: false,
    /** Answers a request for a new passkey. */
    create({ challenge }: { challenge: string }): string {
      const { x, y } = publicKey.export({ format: 'jwk' })
      const coseKey = Buffer.concat([
        Buffer.from('a5010203262001215820', 'hex'),
        Buffer.from(x as string, 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(y as string, 'base64url'),
      ])
      const length = Buffer.from([0, id.length])
      const data = Buffer.concat([head(hasCredential), Buffer.alloc(16), length, id, coseKey])
      const attestation = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746159', 'hex'),
        Buffer.from([data.length >> 8, data.length & 255]),
        data,
      ])
      return answer({
        clientDataJSON: clientData('webauthn.create', challenge),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      })
    },
    /** Answers a request to sign, for the person with this id. */
    sign({ challenge }: { challenge: string }, userId: string): string {
      if (counts) authenticator.counter++
      const data = head(0)
      const client = clientData('webauthn.get', challenge)
      const signed = Buffer.concat([data, sha256(Buffer.from(client, 'base64url'))])
      return answer({
        clientDataJSON: client,
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', signed, privateKey).toString('base64url'),
        userHandle: userHandleOf(userId),
      })
    },
  }

  function head(flags: number): Buffer {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(authenticator.counter)
    const verified = authenticator.verifies ? userVerified : 0
    return Buffer.concat([
      sha256(Buffer.from(new URL(origin).hostname)),
      Buffer.from([flags | userPresent | verified]),
      count,
    ])
  }

  function clientData(type: string, challenge: string): string {
    const data = { type, challenge, origin: authenticator.origin, crossOrigin: authenticator.isFramed }
    return Buffer.from(JSON.stringify(data)).toString('base64url')
  }

  function answer(response: Record<string, unknown>): string {
    const text = id.toString('base64url')
    return JSON.stringify({ id: text, rawId: text, type: 'public-key', clientExtensionResults: {}, response })
  }

  return authenticator
}

function sha256(data: Buffer): Buffer {
  return createHash('sha256').update(data).digest()
}
