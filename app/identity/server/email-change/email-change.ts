import { emailChangeLifetime } from '../../../../rules/limits.ts'
import type { Actor } from '../../../../server/access/actor.ts'
import type { Client } from '../../../../server/access/client.ts'
import { performStep } from '../../../../server/access/perform.ts'
import { actOnAccount, alsoAsSignIn, withLock } from '../../../../server/database/act-as.ts'
import { authDatabase } from '../../../../server/database/connection.ts'
import { isUniqueViolation } from '../../../../server/database/errors.ts'
import { fromNow } from '../../../../server/database/from-now.ts'
import {
  cancelEmailChangeCommand,
  discardNewEmailCommand,
  enterNewEmailCommand,
  sendNewEmailCodeCommand,
  startEmailChangeCommand,
  verifyCurrentEmailCommand,
  verifyNewEmailCommand,
} from '../../email-change.commands.ts'
import {
  endResendInterval,
  enforceCodeAttemptLimit,
  enforceNewAddressLimit,
  enforceOwnCodeLimit,
  newAddress,
  returnCodeRequest,
} from '../code-rate-limits.ts'
import { parseEmailAddress } from '../email-address.ts'
import { requireFreshProof } from '../fresh-proof.ts'
import { requireAddressRights } from '../passkeys/required-passkey.ts'
import { mailReissue } from '../reissue-mail.ts'
import { sendCodeMail } from '../send-code-mail.ts'
import { completeEmailChange } from './complete-email-change.ts'
import { createCode } from './email-change-code.ts'
import { addressTakenMail, codeToCurrentAddress, codeToNewAddress } from './email-change-mail.ts'
import {
  checkCode,
  type EmailChangeRow,
  findEmailChange,
  isTakenByAnother,
  lockEmailChange,
  requireStep,
  updateEmailChange,
} from './email-change-row.ts'

/*
 * The change of an address (specification section 4): verify-current, enter-new, verify-new. The server stores the
 * step, one per session; pages only read it. `sessionId` comes from the cookie, never from a form.
 */

/** The progress of a change. */
export interface EmailChange {
  step: EmailChangeRow['step']
  /** The current code's recipient; none in `enter-new`. */
  sentTo: string | null
}

/** Columns while the new address is being entered. */
const backAtNewAddress = {
  step: 'enter-new',
  new_email: null,
  code_hash: null,
  code_expires_at: null,
  tries: 0,
} as const

/** Key of the person's code limit, whatever their address. */
const own = ({ id }: Actor) => `person ${id}`

/** @returns the progress of this session's change, if any */
export async function getEmailChange(actor: Actor, sessionId: string): Promise<EmailChange | undefined> {
  const row = await findEmailChange(authDatabase(), actor, sessionId)
  if (!row) return undefined
  return { step: row.step, sentTo: row.step === 'verify-current' ? row.old_email : row.new_email }
}

/** Starts a change, or resends the first code: sends a code to the current address. */
export const startEmailChange = performStep(
  startEmailChangeCommand,
  async ({ refuse }, actor: Actor, sessionId: string): Promise<void> => {
    await requireFreshProof({ id: actor.id, sessionId })
    await requireAddressRights({ ...actor, sessionId })
    const email = actor.email.toLowerCase()
    await enforceOwnCodeLimit(own(actor))
    const { code, columns, replacing } = createCode(`${sessionId} current ${email}`, 'email_changes')
    await actOnAccount(actor, async tx => {
      await alsoAsSignIn(tx, async auth => {
        const own = await auth
          .selectFrom('auth.sessions')
          .innerJoin('auth.users', 'auth.users.id', 'auth.sessions.user_id')
          .select('auth.users.email')
          .where('auth.sessions.id', '=', sessionId)
          .where('auth.users.id', '=', actor.id)
          .executeTakeFirst()
        // The address has changed since this page was loaded.
        if (own?.email.toLowerCase() !== email) throw refuse(own ? 'CHANGE_GONE' : 'NO_SESSION')
        const started = {
          user_id: actor.id,
          step: 'verify-current' as const,
          old_email: own.email,
          new_email: null,
          expires_at: fromNow(emailChangeLifetime),
          ...columns,
        }
        await auth
          .insertInto('auth.email_changes')
          .values({ session_id: sessionId, ...started })
          .onConflict(conflict => conflict.column('session_id').doUpdateSet({ ...started, ...replacing }))
          .execute()
      })
      await mailReissue(tx, actor.id, `${actor.email} started to change their e-mail address.`)
    })
    await sendCodeMail(codeToCurrentAddress(actor.email, code), async () => {
      await cancelEmailChange(actor, sessionId)
      await returnCodeRequest(own(actor))
    })
  },
)

/** Accepts the code sent to the current address; the new one can be entered next. */
export const verifyCurrentEmail = performStep(
  verifyCurrentEmailCommand,
  async ({ refuse }, actor: Actor, sessionId: string, code: string): Promise<void> => {
    await requireStep(actor, sessionId, ['verify-current'])
    await enforceCodeAttemptLimit(actor)
    const wrong = await actOnAccount(actor, tx =>
      alsoAsSignIn(tx, async auth => {
        const row = await lockEmailChange(auth, actor, sessionId, ['verify-current'])
        const wrong = await checkCode(auth, row, `${sessionId} current ${row.old_email.toLowerCase()}`, code)
        if (wrong) return wrong
        await updateEmailChange(auth, row, backAtNewAddress)
      }),
    )
    if (wrong) throw refuse(wrong)
    await endResendInterval(own(actor))
  },
)

/**
 * Takes the new address and sends a code to it; may be repeated with another address or the same. If the address is
 * taken, the result is the same, and only the e-mail there says so (docs/decisions/0005).
 */
export const submitNewEmail = performStep(
  enterNewEmailCommand,
  async ({ refuse }, actor: Actor, sessionId: string, typed: string): Promise<void> => {
    const steps = ['enter-new', 'verify-new'] as const
    const { old_email } = await requireStep(actor, sessionId, steps)
    const email = parseEmailAddress(typed)
    if (email === old_email.toLowerCase()) throw refuse('EMAIL_SAME')
    await enforceNewAddressLimit(actor, email)
    const { code, replacing } = createCode(`${sessionId} new ${email}`, 'email_changes')
    const taken = await actOnAccount(actor, tx =>
      alsoAsSignIn(tx, async auth => {
        const row = await lockEmailChange(auth, actor, sessionId, steps)
        await updateEmailChange(auth, row, { step: 'verify-new', new_email: email, ...replacing })
        return isTakenByAnother(auth, actor, email)
      }),
    )
    await sendCodeMail(taken ? addressTakenMail(email) : codeToNewAddress(email, code), async () => {
      await askForAddressAgain(sessionId)
      await returnCodeRequest(newAddress(actor, email))
    })
  },
)

/** Resends the second code to the same address. */
export const resendNewEmailCode = performStep(
  sendNewEmailCodeCommand,
  async (_, actor: Actor, sessionId: string): Promise<void> => {
    const { new_email } = await requireStep(actor, sessionId, ['verify-new'])
    await submitNewEmail(actor, sessionId, new_email ?? '')
  },
)

/** Discards the new address and the code sent to it, so that another one can be entered. */
export const discardNewEmail = performStep(
  discardNewEmailCommand,
  async (_, actor: Actor, sessionId: string): Promise<void> => {
    await actOnAccount(actor, tx =>
      alsoAsSignIn(tx, async auth => {
        const row = await lockEmailChange(auth, actor, sessionId, ['enter-new', 'verify-new'])
        await updateEmailChange(auth, row, backAtNewAddress)
      }),
    )
  },
)

/**
 * Accepts the code sent to the new address and changes both: the sign-in's e-mail, then the profile's, in one
 * transaction with what follows. Other sessions end; both addresses are notified.
 * @param origin of the site, for the link with which the old address can undo it
 */
export const verifyNewEmail = performStep(
  verifyNewEmailCommand,
  async ({ refuse }, actor: Actor, sessionId: string, client: Client, origin: string, code: string): Promise<void> => {
    const { new_email: email } = await requireStep(actor, sessionId, ['verify-new'])
    if (!email) throw refuse('CHANGE_GONE')
    await enforceCodeAttemptLimit(actor)
    try {
      // The lock prevents a concurrent sign-in with the new address, which would create a person for it.
      const wrong = await withLock(`code:${email}`, () =>
        actOnAccount(actor, async tx => {
          const row = await alsoAsSignIn(tx, auth => lockEmailChange(auth, actor, sessionId, ['verify-new']))
          if (row.new_email !== email) throw refuse('CHANGE_GONE')
          const wrong = await alsoAsSignIn(tx, auth => checkCode(auth, row, `${sessionId} new ${email}`, code))
          if (!wrong) await completeEmailChange(tx, actor, { ...row, new_email: email }, client, origin)
          return wrong
        }),
      )
      if (wrong) throw refuse(wrong)
      await endResendInterval(newAddress(actor, email))
    } catch (error) {
      // The database found the address taken. This person has proved to read its mail, so this may be revealed.
      if (!isUniqueViolation(error)) throw error
      await askForAddressAgain(sessionId)
      throw refuse('EMAIL_TAKEN', { cause: error })
    }
  },
)

/** Returns to the step before the code to the new address. */
async function askForAddressAgain(sessionId: string): Promise<void> {
  await authDatabase()
    .updateTable('auth.email_changes')
    .set(backAtNewAddress)
    .where('session_id', '=', sessionId)
    .execute()
}

/** Deletes the change in progress, at any step. */
export const cancelEmailChange = performStep(
  cancelEmailChangeCommand,
  async (_, actor: Actor, sessionId: string): Promise<void> => {
    await authDatabase()
      .deleteFrom('auth.email_changes')
      .where('session_id', '=', sessionId)
      .where('user_id', '=', actor.id)
      .execute()
  },
)

/** @returns the actor's undone or undoable changes of address, oldest first */
export function getAddressChanges(actor: Actor) {
  return actOnAccount(actor, tx =>
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
