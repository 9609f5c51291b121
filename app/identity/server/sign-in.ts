import { sql } from 'kysely'
import { isCode } from '../../../rules/codes.ts'
import type { Client } from '../../../server/access/client.ts'
import { performStep } from '../../../server/access/perform.ts'
import { networkOf } from '../../../server/access/rate-limit.ts'
import { recordSecurityEvent } from '../../../server/access/security-events.ts'
import { authDatabase } from '../../../server/database/connection.ts'
import { sendMail } from '../../../server/mail/mailer.ts'
import type { Config } from '../../../server/platform/config.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import { keyedHash } from '../../../server/platform/seal.ts'
import type { Work } from '../proof-of-work.ts'
import { enterSecondCodeCommand, enterSignInCodeCommand, sendSignInCodeCommand } from '../sign-in.commands.ts'
import { browserOf, rememberBrowser } from './browser-cookie.ts'
import { enforceCodesPerClient } from './code-rate-limits.ts'
import { describeDevice } from './device-name.ts'
import { parseEmailAddress } from './email-address.ts'
import { knownDevice } from './new-device.ts'
import { openSession } from './open-session.ts'
import { isProofOfWork, newChallenge, type ProofOfWork } from './proof-of-work.ts'
import { sendCodeMail } from './send-code-mail.ts'
import { raiseAlarmIfGuessing } from './sign-in-alarm.ts'
import { signInCodeMail } from './sign-in-code-mail.ts'
import {
  type Asking,
  addressHash,
  assertUsable,
  confirmFirstCode,
  countAttempt,
  insertCode,
  isReplacedCode,
  isRightCode,
  newestCode,
  oneAtATime,
  returnCode,
  type SignInCode,
  spendCode,
  withdrawCode,
} from './sign-in-codes.ts'
import {
  enforceKnownBrowserLimit,
  enforceResendInterval,
  enforceStrangerTries,
  frictionFor,
} from './sign-in-friction.ts'
import { signInSettings } from './sign-in-settings.ts'
import { isSignUpClosed, noPortalMail } from './sign-up.ts'
import { isTestCode, isTestLogin } from './test-login.ts'

/** The answer to a request for a code. */
export interface CodeRequest {
  /** The address as stored. */
  email: string
  /** Set-Cookie headers of the response; the code works only in the browser that sends them back. */
  cookies: string[]
  /** Work that the browser must do first. If present, no code was sent. */
  work?: Work
}

/** The requesting browser's capabilities. */
interface CodeRequestOptions {
  /** Whether it runs scripts, and so can compute a proof of work; otherwise it must wait. */
  canWork?: boolean
  proof?: ProofOfWork
}

/**
 * Sends a one-time code, to known and unknown addresses alike: the first sign-in creates the person (section 5).
 * @param typed the address as typed
 */
export const sendCode = performStep(
  sendSignInCodeCommand,
  async (
    { refuse },
    client: Client,
    typed: string,
    { canWork = false, proof }: CodeRequestOptions = {},
  ): Promise<CodeRequest> => {
    const config = signInSettings()
    const email = parseEmailAddress(typed)
    const { browser, cookie } = rememberBrowser(client, config)
    const device = (await knownDevice(client, email, config)) ?? null
    if (!device) await enforceCodesPerClient(client)
    const asking = { browser, address: addressHash(email), network: networkHash(client), device }
    const made = await oneAtATime(device ?? asking.address, async tx => {
      await enforceResendInterval(tx, asking)
      if (device) await enforceKnownBrowserLimit(tx, device)
      const friction = device ? undefined : await frictionFor(tx, asking, canWork)
      if (!friction) return insertCode(tx, asking)
      const isPaid = proof && isProofOfWork(proof, boundTo(asking), friction.bits) && !(await isSpent(tx, proof))
      return isPaid ? insertCode(tx, asking, proof.challenge) : friction
    })
    if ('bits' in made) {
      if (!canWork) throw refuse('RATE_LIMIT', { retryAfter: Math.ceil(made.wait / 1000) })
      return { email, cookies: [cookie], work: { ...made, challenge: newChallenge(boundTo(asking)) } }
    }
    const secondCode = device || !asksSecondCode(config) ? undefined : made.secondCode
    const where = { ip: client.ip, device: describeDevice(client.userAgent) }
    const isClosed = await isSignUpClosed(config, email)
    const mail = isClosed ? noPortalMail(email) : signInCodeMail(email, { ...where, code: made.code, secondCode })
    // The test address need not exist; its code isn't in the e-mail.
    if (isTestLogin(email)) await sendMail(mail)
    else await sendCodeMail(mail, () => withdrawCode(made.id))
    await recordSecurityEvent({ action: 'sign_in.code_requested', client, subjectId: email })
    return { email, cookies: [cookie] }
  },
)

/**
 * Signs in with an e-mailed code, in the browser that requested it.
 * @returns the Set-Cookie headers that carry the new session
 */
export const verifyCode = performStep(
  enterSignInCodeCommand,
  async ({ refuse }, client: Client, typed: string, code: string): Promise<string[]> => {
    const email = parseEmailAddress(typed)
    if (!isCode(code)) throw refuse('INVALID_CODE')
    if (await isTestCode(email, code)) return (await openSession(client, email, 'code')).cookies
    const stored = await codeOfBrowser(client, email)
    assertUsable(stored, 'first')
    if (stored.device) await countAttempt(stored, 'first')
    else {
      await oneAtATime(stored.network, async tx => {
        await enforceStrangerTries(tx, stored, client.ip)
        await countAttempt(stored, 'first', tx)
      })
    }
    if (!isRightCode(stored, 'first', code)) {
      await recordSecurityEvent({ action: 'sign_in.code_failed', client, subjectId: email })
      if (!stored.device) await raiseAlarmIfGuessing(client)
      throw await wrongCode(stored, 'first', code)
    }
    if (!stored.device && asksSecondCode(signInSettings()) && (await isPerson(email))) {
      await confirmFirstCode(stored)
      throw refuse('SECOND_CODE')
    }
    return signInOnce(client, email, stored)
  },
)

/**
 * Completes the sign-in of an existing person in a new browser with the second code of the same e-mail.
 * @returns the Set-Cookie headers that carry the new session
 */
export const verifySecondCode = performStep(
  enterSecondCodeCommand,
  async ({ refuse }, client: Client, typed: string, code: string): Promise<string[]> => {
    const email = parseEmailAddress(typed)
    if (!isCode(code)) throw refuse('INVALID_CODE')
    const stored = await codeOfBrowser(client, email)
    if (!stored.confirmed_at) throw refuse('INVALID_CODE')
    assertUsable(stored, 'second')
    await countAttempt(stored, 'second')
    if (!isRightCode(stored, 'second', code)) {
      await recordSecurityEvent({ action: 'sign_in.second_code_failed', client, subjectId: email })
      throw await wrongCode(stored, 'second', code)
    }
    return signInOnce(client, email, stored)
  },
)

/** A replaced code counts as an attempt, like any wrong one, but has its own message. */
async function wrongCode(stored: SignInCode, which: 'first' | 'second', typed: string): Promise<PortalError> {
  return new PortalError((await isReplacedCode(stored, which, typed)) ? 'CODE_NEWER' : 'INVALID_CODE')
}

/** Spends the right code and signs in. After a fault of ours the same code works again until it expires. */
async function signInOnce(client: Client, email: string, code: SignInCode): Promise<string[]> {
  await spendCode(code)
  try {
    return (await openSession(client, email, 'code')).cookies
  } catch (error) {
    const isOurs = !(error instanceof PortalError) || error.status >= 500
    if (isOurs) await returnCode(code).catch(() => undefined)
    throw error
  }
}

async function codeOfBrowser(client: Client, email: string): Promise<SignInCode> {
  const browser = browserOf(client, signInSettings())
  const stored = browser && (await newestCode(browser, addressHash(email)))
  // The test code needs no request.
  if (!stored) throw new PortalError(isTestLogin(email) ? 'INVALID_CODE' : 'CODE_ELSEWHERE')
  return stored
}

/**
 * Whether new browsers need a second code. Not on a server that only its own machine can reach, where anyone who can
 * type a code can also read the e-mail.
 */
export function asksSecondCode({ loopback, trustProxy, secure }: Config): boolean {
  return !loopback || trustProxy > 0 || secure
}

/** Called only after the right code, so that no one else learns who has an account. */
async function isPerson(email: string): Promise<boolean> {
  const found = await authDatabase()
    .selectFrom('auth.users')
    .select('id')
    .where(sql`lower(email)`, '=', email)
    .executeTakeFirst()
  return found !== undefined
}

function networkHash(client: Client): string {
  return keyedHash('sign-in network', networkOf(client.ip))
}

function boundTo({ browser, address }: Asking): string {
  return `${browser} ${address}`
}

async function isSpent(tx: Parameters<Parameters<typeof oneAtATime>[1]>[0], { challenge }: ProofOfWork) {
  const spent = await tx.selectFrom('auth.sign_in_codes').select('id').where('work', '=', challenge).executeTakeFirst()
  return spent !== undefined
}
