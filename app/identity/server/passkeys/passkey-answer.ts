import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { PortalError } from '../../../../server/platform/portal-error.ts'

/**
 * Reads the JSON of a `PublicKeyCredential`, as the browser's `toJSON` makes it. Untrusted: only its outline is checked
 * here, its content by the library.
 * @throws PortalError PASSKEY_REFUSED if malformed
 */
export function readAssertion(json: string): AuthenticationResponseJSON {
  return readCredential(json, ['clientDataJSON', 'authenticatorData', 'signature']) as AuthenticationResponseJSON
}

/** `readAssertion` for a new passkey. */
export function readNewCredential(json: string): RegistrationResponseJSON {
  return readCredential(json, ['clientDataJSON', 'attestationObject']) as RegistrationResponseJSON
}

/** Longer than any authenticator's answer without an attestation chain. */
const answerLength = 64 * 1024

function readCredential(json: string, parts: string[]): unknown {
  try {
    const answer = json.length <= answerLength ? JSON.parse(json) : undefined
    const texts = [answer.id, answer.rawId, answer.type, ...parts.map(part => answer.response[part])]
    if (texts.every(text => typeof text === 'string')) return answer
  } catch {
    // Refused below.
  }
  throw new PortalError('PASSKEY_REFUSED')
}
