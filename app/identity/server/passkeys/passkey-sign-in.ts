import { randomBytes } from 'node:crypto'
import { parse } from 'hono/utils/cookie'
import { challengeLifetime, codeWindow, passkeyRequestsPerClient } from '../../../../rules/limits.ts'
import type { Client } from '../../../../server/access/client.ts'
import { performStep } from '../../../../server/access/perform.ts'
import { enforceNetworkLimit } from '../../../../server/access/rate-limit.ts'
import { recordSecurityEvent } from '../../../../server/access/security-events.ts'
import { authDatabase } from '../../../../server/database/connection.ts'
import { keyedHash } from '../../../../server/platform/seal.ts'
import type { PasskeyRequest } from '../../passkeys.ts'
import { signInWithPasskeyCommand, startPasskeySignInCommand } from '../../sign-in.commands.ts'
import { cookiePrefix } from '../cookie-prefix.ts'
import { recordProof } from '../fresh-proof.ts'
import { openSession } from '../open-session.ts'
import { signInSettings } from '../sign-in-settings.ts'
import { createChallenge } from './challenges.ts'
import { relyingParty } from './relying-party.ts'
import { verifyPasskey } from './verify-passkey.ts'
import { webauthnLibrary } from './webauthn-library.ts'

const requests = { most: passkeyRequestsPerClient, window: codeWindow }

/**
 * Starts a sign-in with a passkey. It names no account: the browser offers its passkeys for this site.
 * @param origin see `relyingParty`
 * @returns the argument of `navigator.credentials.get`, and the Set-Cookie header that binds the answer to this browser
 */
export const startPasskeySignIn = performStep(
  startPasskeySignInCommand,
  async (_, client: Client, origin: string): Promise<{ options: PasskeyRequest; cookie: string }> => {
    await enforceNetworkLimit('passkey requests', client.ip, requests)
    const browser = browserOf(client) ?? randomBytes(32).toString('base64url')
    const { generateAuthenticationOptions } = await webauthnLibrary()
    const options = await generateAuthenticationOptions({
      rpID: relyingParty(origin).rpID,
      challenge: Buffer.from(await createChallenge('sign-in', boundTo(browser)), 'base64url'),
      timeout: challengeLifetime,
      userVerification: 'required',
    })
    return { options, cookie: cookieOf(browser, challengeLifetime / 1000) }
  },
)

/**
 * Signs in with a passkey, which also counts as fresh proof. The browser's previous session ends.
 * @param answer of the browser, as JSON
 * @returns the Set-Cookie headers that carry the new session
 */
export const signInWithPasskey = performStep(
  signInWithPasskeyCommand,
  async ({ refuse }, client: Client, origin: string, answer: string): Promise<string[]> => {
    await enforceNetworkLimit('passkey sign-ins', client.ip, requests)
    const browser = browserOf(client)
    if (!browser) throw refuse('PASSKEY_EXPIRED')
    const passkey = await verifyPasskey(client, { purpose: 'sign-in', boundTo: boundTo(browser), origin, answer })
    const { user_id: id } = passkey
    const { email } = await authDatabase()
      .selectFrom('auth.users')
      .select('email')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const session = await openSession(client, email.toLowerCase(), 'passkey')
    await recordProof(session.id, 'passkey')
    await recordSecurityEvent({
      action: 'passkey.used',
      client,
      actorId: id,
      sessionId: session.id,
      subjectId: id,
      details: { passkey: passkey.id },
    })
    return [...session.cookies, cookieOf('', 0)]
  },
)

function browserOf({ cookie }: Client): string | undefined {
  const sent = parse(cookie, cookieName())[cookieName()]
  return sent && /^[\w-]{43}$/.test(sent) ? sent : undefined
}

function boundTo(browser: string): string {
  return keyedHash('passkey challenge', browser)
}

function cookieName(): string {
  return `${cookiePrefix(signInSettings())}promissory.challenge`
}

function cookieOf(browser: string, seconds: number): string {
  const secure = signInSettings().secure ? '; Secure' : ''
  return `${cookieName()}=${browser}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`
}
