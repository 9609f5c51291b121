import { codeWindow, emailChangeLifetime, newAddressesPerPerson } from '../../../rules/limits.ts'
import type { Actor } from '../../access/actor.ts'
import type { Client } from '../../access/client.ts'
import { consumeRateLimit } from '../../access/rate-limit.ts'
import { actAs, alsoAsSignIn, withLock } from '../../database/act-as.ts'
import { authDatabase } from '../../database/connection.ts'
import { isUniqueViolation } from '../../database/errors.ts'
import { queueMail } from '../../mail/mailer.ts'
import { PortalError } from '../../platform/portal-error.ts'
import { enforceCodeAttemptLimit, enforceCodeRequestLimit } from '../code-limits.ts'
import { parseEmailAddress } from '../email-address.ts'
import { completeEmailChange } from './complete-email-change.ts'
import { addressTaken, codeForCurrent, codeForNew } from './email-change-mail.ts'
import {
  checkCode,
  type EmailChangeRow,
  findEmailChange,
  isTakenByAnother,
  lockAtStep,
  requireStep,
  updateEmailChange,
} from './email-change-row.ts'
import { makeCode } from './hashed-code.ts'

/*
 * The change of an address (specification section 4): verify-current, enter-new, verify-new. The server keeps the
 * step, for one session; it is asked for the step and never told. `sessionId` comes from the cookie, never from a form.
 */

/** Where a change stands. */
export interface EmailChange {
  step: EmailChangeRow['step']
  /** The address that the code under way went to; in `enter-new` there is none. */
  sentTo: string | null
}

/** @returns where this session's change stands; undefined while none is under way */
export async function getEmailChange(actor: Actor, sessionId: string): Promise<EmailChange | undefined> {
  const row = await findEmailChange(authDatabase(), actor, sessionId)
  if (!row) return undefined
  return { step: row.step, sentTo: row.step === 'verify-current' ? row.old_email : row.new_email }
}

/**
 * Begins, or sends the first code again: a code to the current address.
 * @throws PortalError RATE_LIMIT, NO_SESSION, CHANGE_GONE
 */
export async function startEmailChange(actor: Actor, sessionId: string, client: Client): Promise<void> {
  const email = actor.email.toLowerCase()
  await enforceCodeRequestLimit(client, email)
  const { code, kept } = makeCode(`${sessionId} current ${email}`)
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
  const { old_email: email } = await requireStep(actor, sessionId, ['verify-current'])
  await enforceCodeAttemptLimit(client, email.toLowerCase())
  const wrong = await actAs(actor, tx =>
    alsoAsSignIn(tx, async auth => {
      const row = await lockAtStep(auth, actor, sessionId, ['verify-current'])
      const wrong = await checkCode(auth, row, `${sessionId} current ${row.old_email.toLowerCase()}`, code)
      if (wrong) return wrong
      await updateEmailChange(auth, row, { step: 'enter-new', code_hash: null, code_expires_at: null, tries: 0 })
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
  const { old_email } = await requireStep(actor, sessionId, steps)
  const email = parseEmailAddress(typed)
  if (email === old_email.toLowerCase()) throw new PortalError('EMAIL_SAME')
  await consumeRateLimit(`new-addresses-of:${actor.id}`, newAddressesPerPerson, codeWindow)
  await enforceCodeRequestLimit(client, email)
  const { code, kept } = makeCode(`${sessionId} new ${email}`)
  await actAs(actor, async tx => {
    const taken = await alsoAsSignIn(tx, async auth => {
      const row = await lockAtStep(auth, actor, sessionId, steps)
      await updateEmailChange(auth, row, { step: 'verify-new', new_email: email, ...kept })
      return isTakenByAnother(auth, actor, email)
    })
    await queueMail(tx, taken ? addressTaken(email) : codeForNew(email, code))
  })
}

/** Sends the second code again, to the address that was named. @throws as `nameNewEmail` does */
export async function sendNewCodeAgain(actor: Actor, sessionId: string, client: Client): Promise<void> {
  const { new_email } = await requireStep(actor, sessionId, ['verify-new'])
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
  const { new_email: email } = await requireStep(actor, sessionId, ['verify-new'])
  if (!email) throw new PortalError('CHANGE_GONE')
  await enforceCodeAttemptLimit(client, email)
  try {
    // A sign-in with the new address, which would make a person of it, happens before or after, never meanwhile.
    const wrong = await withLock(`code:${email}`, () =>
      actAs(actor, async tx => {
        const row = await alsoAsSignIn(tx, auth => lockAtStep(auth, actor, sessionId, ['verify-new']))
        if (row.new_email !== email) throw new PortalError('CHANGE_GONE')
        const wrong = await alsoAsSignIn(tx, auth => checkCode(auth, row, `${sessionId} new ${email}`, code))
        if (!wrong) await completeEmailChange(tx, actor, { ...row, new_email: email }, client, origin)
        return wrong
      }),
    )
    if (wrong) throw new PortalError(wrong)
  } catch (error) {
    // Somebody else's, decided by the database. Who is refused has proved to read its mail, and may be told.
    if (!isUniqueViolation(error)) throw error
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

/** @returns the changes of the actor's address that can still be taken back or were, oldest first */
export function getAddressChanges(actor: Actor) {
  return actAs(actor, tx =>
    alsoAsSignIn(tx, auth =>
      auth
        .selectFrom('auth.address_changes')
        .select(['old_email', 'new_email', 'changed_at', 'ip_address', 'user_agent', 'reported_at', 'restored_at'])
        .where('user_id', '=', actor.id)
        .orderBy('changed_at')
        .execute(),
    ),
  )
}
