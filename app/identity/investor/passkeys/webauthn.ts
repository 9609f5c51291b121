import { type Refusal, refusal } from '../../../shell/portal/refusal.ts'
import { type PasskeyCreation, type PasskeyRequest, passkeyMessages } from '../../passkeys.ts'

/** Why the browser gave no answer: a refusal to show. Undefined in `refused` if the page itself stopped asking. */
export type PasskeyAnswer = { answer: string; refused?: undefined } | { answer?: undefined; refused?: Refusal }

/** @returns whether this browser knows passkeys, and the JSON form in which the server speaks of them */
export function canUsePasskeys(): boolean {
  return typeof window.PublicKeyCredential?.parseCreationOptionsFromJSON === 'function'
}

/** Asks the browser to make a passkey. @returns its answer as JSON, for the server */
export function createPasskey(options: PasskeyCreation): Promise<PasskeyAnswer> {
  return answerOf(() =>
    navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) }),
  )
}

/**
 * Asks the browser to sign with a passkey.
 * @param how with mediation `conditional`, the browser offers its passkeys where the reader fills in a field
 * @returns its answer as JSON, for the server
 */
export function signWithPasskey(
  options: PasskeyRequest,
  how: Pick<CredentialRequestOptions, 'mediation' | 'signal'> = {},
): Promise<PasskeyAnswer> {
  return answerOf(
    () => navigator.credentials.get({ ...how, publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) }),
    how.mediation === 'conditional',
  )
}

/** @param offers whether the browser only offers its passkeys: then nothing was requested that could fail */
async function answerOf(ask: () => Promise<Credential | null>, offers = false): Promise<PasskeyAnswer> {
  try {
    const credential = await ask()
    if (credential instanceof PublicKeyCredential) return { answer: JSON.stringify(credential.toJSON()) }
    return { refused: refusal('PASSKEY_CANCELLED', passkeyMessages) }
  } catch (error) {
    const { name } = error as DOMException
    if (offers || name === 'AbortError') return {}
    if (name === 'NotAllowedError') return { refused: refusal('PASSKEY_CANCELLED', passkeyMessages) }
    if (name === 'InvalidStateError') return { refused: refusal('PASSKEY_EXISTS', passkeyMessages) }
    console.error(error)
    return { refused: refusal('PASSKEY_FAILED', passkeyMessages) }
  }
}
