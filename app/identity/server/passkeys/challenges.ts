import { randomBytes } from 'node:crypto'
import { challengeLifetime } from '../../../../rules/limits.ts'
import { authDatabase } from '../../../../server/database/connection.ts'
import { fromNow } from '../../../../server/database/from-now.ts'
import type { ChallengesTable } from '../../../../server/database/types.ts'
import { PortalError } from '../../../../server/platform/portal-error.ts'

/** Purpose of an authenticator's signature. */
export type ChallengePurpose = ChallengesTable['purpose']

/**
 * @param boundTo who must answer: a session's id or, at sign-in, the HMAC of the browser's cookie
 * @returns 32 random bytes in base64url for an authenticator to sign, stored until they are used or expire
 */
export async function createChallenge(purpose: ChallengePurpose, boundTo: string): Promise<string> {
  const challenge = randomBytes(32).toString('base64url')
  await authDatabase()
    .insertInto('auth.challenges')
    .values({ challenge, purpose, bound_to: boundTo, expires_at: fromNow(challengeLifetime) })
    .execute()
  return challenge
}

/**
 * Consumes a challenge, whatever the answer's result.
 * @param clientData `clientDataJSON` of a browser's answer, in base64url
 * @returns the challenge in it
 * @throws PortalError PASSKEY_EXPIRED if this browser or session has no such challenge for this purpose, or no longer
 */
export async function consumeChallenge(
  purpose: ChallengePurpose,
  boundTo: string,
  clientData: string,
): Promise<string> {
  const { numDeletedRows } = await authDatabase()
    .deleteFrom('auth.challenges')
    .where('challenge', '=', challengeIn(clientData))
    .where('purpose', '=', purpose)
    .where('bound_to', '=', boundTo)
    .where('expires_at', '>', fromNow(0))
    .executeTakeFirst()
  if (!numDeletedRows) throw new PortalError('PASSKEY_EXPIRED')
  return challengeIn(clientData)
}

function challengeIn(clientData: string): string {
  try {
    const { challenge, crossOrigin } = JSON.parse(Buffer.from(clientData, 'base64url').toString('utf8'))
    // Requested in a frame of another site, which our pages never are (WebAuthn Level 3, section 5.8.1).
    return crossOrigin !== true && /^[\w-]{43}$/.test(challenge) ? challenge : ''
  } catch {
    return ''
  }
}

/** Removes unanswered challenges. Part of the hourly clean-up. */
export async function cleanUpChallenges(): Promise<void> {
  await authDatabase().deleteFrom('auth.challenges').where('expires_at', '<', fromNow(0)).execute()
}
