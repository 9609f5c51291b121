import { randomInt } from 'node:crypto'
import { codeWindow, recoveryAttemptsPerSession, recoveryCodes } from '../../../../rules/limits.ts'
import type { Actor } from '../../../../server/access/actor.ts'
import { audit } from '../../../../server/access/audit.ts'
import { perform } from '../../../../server/access/perform.ts'
import { consumeRateLimit } from '../../../../server/access/rate-limit.ts'
import { recordSecurityEvent } from '../../../../server/access/security-events.ts'
import { actOnAccount, alsoAsSignIn } from '../../../../server/database/act-as.ts'
import { queueMail } from '../../../../server/mail/mailer.ts'
import { PortalError } from '../../../../server/platform/portal-error.ts'
import { keyedHash } from '../../../../server/platform/seal.ts'
import { makeRecoveryCodesCommand } from '../../passkeys.commands.ts'
import { recoveryCodeOf } from '../../passkeys.ts'
import { recordProof } from '../fresh-proof.ts'
import { mailReissue } from '../reissue-mail.ts'
import { passkeyNotice } from './passkey-mail.ts'
import { requirePasskeyChange } from './required-passkey.ts'

/** Crockford's base 32: no letter that resembles a digit. 12 of them are 60 bits. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const codeLetters = 12

/**
 * Makes new recovery codes; earlier ones no longer work. Only their HMACs are stored, so they can't be shown again.
 * @returns the codes, such as `k7m2-9xqd-4rtw`
 */
export const makeRecoveryCodes = perform(
  makeRecoveryCodesCommand,
  async ({ tx, actor, audit }) => {
    const codes = Array.from({ length: recoveryCodes }, newRecoveryCode)
    await alsoAsSignIn(tx, async auth => {
      // Concurrent requests would leave both sets.
      await auth.selectFrom('auth.users').select('id').where('id', '=', actor.id).forUpdate().execute()
      await auth.deleteFrom('auth.recovery_codes').where('user_id', '=', actor.id).execute()
      await auth
        .insertInto('auth.recovery_codes')
        .values(codes.map(code => ({ code_hash: hashOf(actor.id, code), user_id: actor.id })))
        .execute()
    })
    await audit('recovery_codes.made', actor.id, { codes: codes.length })
    await queueMail(tx, passkeyNotice(actor, 'codes-made'))
    return { codes }
  },
  { before: requirePasskeyChange, in: actOnAccount },
)

/**
 * Consumes a recovery code, and records it as the session's proof in the same transaction. The person is notified and,
 * for an approver, everyone who can approve.
 * @param typed with or without hyphens
 */
export async function consumeRecoveryCode(actor: Actor, sessionId: string, typed: string): Promise<void> {
  // By session, so that an intruder can't use up the owner's attempts; 60 bits can't be guessed.
  await consumeRateLimit(`recovery codes in ${sessionId}`, recoveryAttemptsPerSession, codeWindow)
  const accepted = await actOnAccount(actor, async tx => {
    const used = await alsoAsSignIn(tx, async auth => {
      const found = await auth
        .deleteFrom('auth.recovery_codes')
        .where('code_hash', '=', hashOf(actor.id, typed))
        .where('user_id', '=', actor.id)
        .returning('code_hash')
        .executeTakeFirst()
      if (found) await recordProof(sessionId, 'recovery-code', auth)
      return found
    })
    if (!used) return false
    await audit(tx, actor, 'recovery_codes.used', actor.id)
    await queueMail(tx, passkeyNotice(actor, 'code-used'))
    await mailReissue(tx, actor.id, `${actor.email} used a recovery code in place of a passkey.`)
    return true
  })
  if (accepted) return
  const client = actor.from ?? { ip: 'unknown', userAgent: '' }
  await recordSecurityEvent({ action: 'recovery_codes.refused', client, actorId: actor.id, subjectId: actor.id })
  throw new PortalError('RECOVERY_CODE_WRONG')
}

function newRecoveryCode(): string {
  const letters = Array.from({ length: codeLetters }, () => alphabet[randomInt(alphabet.length)]).join('')
  return letters.replaceAll(/.{4}(?=.)/g, '$&-')
}

function hashOf(userId: string, code: string): string {
  return keyedHash('recovery code', `${userId} ${recoveryCodeOf(code)}`)
}
