import { randomBytes } from 'node:crypto'
import type { Transaction } from 'kysely'
import { codeWindow, emailChangeLifetime, newAddressesPerPerson, reportLifetime } from '../../../rules/limits.ts'
import type { Actor } from '../../access/actor.ts'
import { audit } from '../../access/audit.ts'
import { consumeRateLimit } from '../../access/rate-limit.ts'
import { actAs, alsoAsSignIn, authDatabase, withLock } from '../../database/connection.ts'
import type { Database } from '../../database/types.ts'
import { queueMail } from '../../mail/mailer.ts'
import { PortalError } from '../../platform/portal-error.ts'
import { type Client, emailAddress, enforceCodeAttemptLimit, enforceCodeRequestLimit } from '../auth.ts'
import { deviceOf } from '../device-name.ts'
import { addressTaken, changedForNew, changedForOld, codeForCurrent, codeForNew } from './email-change-mail.ts'
import { type Flow, flowOf, isTakenByAnother, judge, lockedAt, mustBeAt, reportHash, set } from './email-change-row.ts'
import { freshCode } from './hashed-code.ts'

/*
 * The change of one's address (specification section 4): verify-current, enter-new, verify-new. The server keeps the
 * step, for one session; it is asked for the step and never told. `sessionId` comes from the cookie, never from a form.
 */

/** Where a change stands. */
export interface EmailChange {
  step: Flow['step']
  /** The address that the code under way went to; in `enter-new` there is none. */
  sentTo: string | null
}

/** @returns where this session's change stands; undefined while none is under way */
export async function getEmailChange(actor: Actor, sessionId: string): Promise<EmailChange | undefined> {
  const flow = await flowOf(authDatabase(), actor, sessionId)
  if (!flow) return undefined
  return { step: flow.step, sentTo: flow.step === 'verify-current' ? flow.old_email : flow.new_email }
}

/**
 * Begins, or sends the first code again: a code to the current address.
 * @throws PortalError RATE_LIMIT, NO_SESSION, CHANGE_GONE
 */
export async function startEmailChange(actor: Actor, sessionId: string, client: Client): Promise<void> {
  const email = actor.email.toLowerCase()
  await enforceCodeRequestLimit(client, email)
  const { code, kept } = freshCode(`${sessionId} current ${email}`)
  await actAs(actor, async tx => {
    await alsoAsSignIn(tx, async auth => {
      const own = await auth
        .selectFrom('auth.sessions')
        .innerJoin('auth.users', 'auth.users.id', 'auth.sessions.user_id')
        .select('auth.users.email')
        .where('auth.sessions.id', '=', sessionId)
        .where('auth.users.id', '=', actor.id)
        .executeTakeFirst()
      // Another address by now: the page is of before.
      if (own?.email.toLowerCase() !== email) throw new PortalError(own ? 'CHANGE_GONE' : 'NO_SESSION')
      const begun = {
        user_id: actor.id,
        step: 'verify-current' as const,
        old_email: own.email,
        new_email: null,
        expires_at: new Date(Date.now() + emailChangeLifetime),
        ...kept,
      }
      await auth
        .insertInto('auth.email_changes')
        .values({ session_id: sessionId, ...begun })
        .onConflict(conflict => conflict.column('session_id').doUpdateSet(begun))
        .execute()
    })
    await queueMail(tx, codeForCurrent(actor.email, code))
  })
}

/**
 * Accepts the code that went to the current address: a new one may be named.
 * @throws PortalError INVALID_CODE, CODE_EXPIRED, CODE_TRIES, RATE_LIMIT, CHANGE_GONE
 */
export async function verifyCurrentEmail(actor: Actor, sessionId: string, client: Client, code: string): Promise<void> {
  const { old_email: email } = await mustBeAt(actor, sessionId, ['verify-current'])
  await enforceCodeAttemptLimit(client, email.toLowerCase())
  const wrong = await actAs(actor, tx =>
    alsoAsSignIn(tx, async auth => {
      const flow = await lockedAt(auth, actor, sessionId, ['verify-current'])
      const wrong = await judge(auth, flow, `${sessionId} current ${flow.old_email.toLowerCase()}`, code)
      if (wrong) return wrong
      await set(auth, flow, { step: 'enter-new', code_hash: null, code_expires_at: null, tries: 0 })
    }),
  )
  if (wrong) throw new PortalError(wrong)
}

/**
 * Names the new address and sends a code there; also another one instead, or the same again. Where the address is
 * somebody else's the answer is the same, and the mail there says so (docs/decisions/0005).
 * @throws PortalError EMAIL_REQUIRED, EMAIL_INVALID, EMAIL_SAME, RATE_LIMIT, CHANGE_GONE
 */
export async function nameNewEmail(actor: Actor, sessionId: string, client: Client, typed: string): Promise<void> {
  const steps = ['enter-new', 'verify-new'] as const
  const { old_email } = await mustBeAt(actor, sessionId, steps)
  const email = emailAddress(typed)
  if (email === old_email.toLowerCase()) throw new PortalError('EMAIL_SAME')
  await consumeRateLimit(`new-addresses-of:${actor.id}`, newAddressesPerPerson, codeWindow)
  await enforceCodeRequestLimit(client, email)
  const { code, kept } = freshCode(`${sessionId} new ${email}`)
  await actAs(actor, async tx => {
    const taken = await alsoAsSignIn(tx, async auth => {
      const flow = await lockedAt(auth, actor, sessionId, steps)
      await set(auth, flow, { step: 'verify-new', new_email: email, ...kept })
      return isTakenByAnother(auth, actor, email)
    })
    await queueMail(tx, taken ? addressTaken(email) : codeForNew(email, code))
  })
}

/** Sends the second code again, to the address that was named. @throws as `nameNewEmail` does */
export async function sendNewCodeAgain(actor: Actor, sessionId: string, client: Client): Promise<void> {
  const { new_email } = await mustBeAt(actor, sessionId, ['verify-new'])
  await nameNewEmail(actor, sessionId, client, new_email ?? '')
}

/**
 * Accepts the code that went to the new address and changes both: the sign-in's e-mail, then the profile's, in one
 * transaction with everything that follows from it. Sessions elsewhere end; both addresses are told.
 * @param origin of the site, for the link by which the old address can take it back
 * @throws PortalError INVALID_CODE, CODE_EXPIRED, CODE_TRIES, RATE_LIMIT, CHANGE_GONE, EMAIL_TAKEN
 */
export async function verifyNewEmail(
  actor: Actor,
  sessionId: string,
  client: Client,
  origin: string,
  code: string,
): Promise<void> {
  const { new_email: email } = await mustBeAt(actor, sessionId, ['verify-new'])
  if (!email) throw new PortalError('CHANGE_GONE')
  await enforceCodeAttemptLimit(client, email)
  try {
    // A sign-in with the new address, which would make a person of it, happens before or after, never meanwhile.
    const wrong = await withLock(`code:${email}`, () =>
      actAs(actor, async tx => {
        const flow = await alsoAsSignIn(tx, auth => lockedAt(auth, actor, sessionId, ['verify-new']))
        if (flow.new_email !== email) throw new PortalError('CHANGE_GONE')
        const wrong = await alsoAsSignIn(tx, auth => judge(auth, flow, `${sessionId} new ${email}`, code))
        if (!wrong) await change(tx, actor, flow, email, client, origin)
        return wrong
      }),
    )
    if (wrong) throw new PortalError(wrong)
  } catch (error) {
    // unique_violation: somebody else's, decided by the database. Its owner has proved to read its mail, so it is told.
    if ((error as { code?: string }).code !== '23505') throw error
    await authDatabase()
      .updateTable('auth.email_changes')
      .set({ step: 'enter-new', new_email: null, code_hash: null, code_expires_at: null, tries: 0 })
      .where('session_id', '=', sessionId)
      .execute()
    throw new PortalError('EMAIL_TAKEN', { cause: error })
  }
}

/** Forgets the change under way, at whatever step; nothing of it is left. */
export async function cancelEmailChange(actor: Actor, sessionId: string): Promise<void> {
  await authDatabase()
    .deleteFrom('auth.email_changes')
    .where('session_id', '=', sessionId)
    .where('user_id', '=', actor.id)
    .execute()
}

async function change(
  tx: Transaction<Database>,
  actor: Actor,
  flow: Flow,
  email: string,
  client: Client,
  origin: string,
): Promise<void> {
  const token = randomBytes(32).toString('base64url')
  const from = flow.old_email
  const at = new Date()
  await alsoAsSignIn(tx, async auth => {
    const { numUpdatedRows } = await auth
      .updateTable('auth.users')
      .set({ email, email_verified: true, updated_at: at })
      .where('id', '=', actor.id)
      .where('email', '=', from)
      .where('locked_at', 'is', null)
      .executeTakeFirst()
    if (!numUpdatedRows) throw new PortalError('CHANGE_GONE')
    await auth.updateTable('user_profiles').set({ email }).where('id', '=', actor.id).execute()
    await auth
      .insertInto('auth.address_changes')
      .values({
        user_id: actor.id,
        old_email: from,
        new_email: email,
        token_hash: reportHash(token),
        ip_address: client.ip,
        user_agent: client.userAgent,
        changed_at: at,
        report_until: new Date(at.getTime() + reportLifetime),
      })
      .execute()
    await auth.deleteFrom('auth.sessions').where('user_id', '=', actor.id).where('id', '<>', flow.session_id).execute()
    await auth.deleteFrom('auth.email_changes').where('user_id', '=', actor.id).execute()
  })
  await audit(tx, actor, 'email.changed', actor.id, { from, to: email, ip: client.ip })
  const where = { at, ip: client.ip, device: deviceOf(client.userAgent) }
  await queueMail(tx, changedForOld(from, email, where, `${origin}/report#${token}`, token))
  await queueMail(tx, changedForNew(email, where))
}
