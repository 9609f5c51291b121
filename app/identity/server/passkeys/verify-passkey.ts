import type { Selectable } from 'kysely'
import type { Client } from '../../../../server/access/client.ts'
import { recordSecurityEvent } from '../../../../server/access/security-events.ts'
import { authDatabase } from '../../../../server/database/connection.ts'
import type { PasskeysTable } from '../../../../server/database/types.ts'
import { PortalError } from '../../../../server/platform/portal-error.ts'
import { type ChallengePurpose, consumeChallenge } from './challenges.ts'
import { readAssertion } from './passkey-answer.ts'
import { relyingParty } from './relying-party.ts'
import { webauthnLibrary } from './webauthn-library.ts'

export type Passkey = Selectable<PasskeysTable>

interface Assertion {
  purpose: ChallengePurpose
  /** As given to `createChallenge`. */
  boundTo: string
  /** See `relyingParty`. */
  origin: string
  /** The browser's answer, as JSON. */
  answer: string
  /** The passkey's required owner; at sign-in, anyone. */
  userId?: string
}

/**
 * Verifies that an authenticator signed our challenge with a known passkey, after verifying its user, and counts the
 * use. A counting authenticator must count up: a copy of it would be detected, refused and recorded.
 */
export async function verifyPasskey(client: Pick<Client, 'ip' | 'userAgent'>, assertion: Assertion): Promise<Passkey> {
  const { purpose, boundTo, origin, userId } = assertion
  const answer = readAssertion(assertion.answer)
  const refuse = async (code: 'PASSKEY_UNKNOWN' | 'PASSKEY_REFUSED', why: string, cause?: unknown) => {
    await recordSecurityEvent({
      action: 'passkey.refused',
      client,
      subjectId: passkey?.user_id,
      details: { purpose, why, passkey: passkey?.id },
    })
    throw new PortalError(code, { cause })
  }
  const expectedChallenge = await consumeChallenge(purpose, boundTo, answer.response.clientDataJSON)
  const passkey = await authDatabase()
    .selectFrom('auth.passkeys')
    .selectAll()
    .where('credential_id', '=', answer.id)
    .executeTakeFirst()
  if (!passkey) return refuse('PASSKEY_UNKNOWN', 'unknown')
  const { userHandle } = answer.response
  if (userId && passkey.user_id !== userId) return refuse('PASSKEY_REFUSED', 'another person’s')
  if (userHandle && userHandle !== userHandleOf(passkey.user_id)) return refuse('PASSKEY_REFUSED', 'user handle')
  const { rpID } = relyingParty(origin)
  const { verifyAuthenticationResponse } = await webauthnLibrary()
  const verified = await verifyAuthenticationResponse({
    response: answer,
    expectedChallenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    // `countUse` compares the counter, in one step with storing it.
    credential: { id: passkey.credential_id, publicKey: new Uint8Array(passkey.public_key), counter: 0 },
    requireUserVerification: true,
  }).catch((error: unknown) => refuse('PASSKEY_REFUSED', 'invalid', error))
  if (!verified.verified) return refuse('PASSKEY_REFUSED', 'signature')
  const { newCounter, credentialBackedUp } = verified.authenticationInfo
  return (await countUse(passkey, newCounter, credentialBackedUp)) ?? refuse('PASSKEY_REFUSED', 'counter')
}

/** @returns the person's id as authenticators store it (WebAuthn "user handle"), in base64url */
export function userHandleOf(userId: string): string {
  return Buffer.from(userId).toString('base64url')
}

/** @returns the passkey; undefined if its counter did not go up */
async function countUse({ id }: Passkey, counter: number, backedUp: boolean): Promise<Passkey | undefined> {
  return authDatabase()
    .updateTable('auth.passkeys')
    .set({ counter, backed_up: backedUp, last_used_at: new Date() })
    .where('id', '=', id)
    .where(eb => eb.or([eb('counter', '<', counter), eb.and([eb('counter', '=', 0), eb.val(counter === 0)])]))
    .returningAll()
    .executeTakeFirst()
}
