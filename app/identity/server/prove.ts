import {
  challengeLifetime,
  codeResendInterval,
  proofAttemptsPerPerson,
  proofCodesPerPerson,
  proofWindow,
} from '../../../rules/limits.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { performStep } from '../../../server/access/perform.ts'
import { clearRateLimit, consumeRateLimit, returnRateLimitUse } from '../../../server/access/rate-limit.ts'
import { recordSecurityEvent } from '../../../server/access/security-events.ts'
import { actOnAccount, alsoAsSignIn } from '../../../server/database/act-as.ts'
import { authDatabase } from '../../../server/database/connection.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import type { PasskeyRequest } from '../passkeys.ts'
import {
  proveByCodeCommand,
  proveByPasskeyCommand,
  proveByRecoveryCodeCommand,
  sendProofCodeCommand,
  showProofWaysCommand,
} from '../proof.commands.ts'
import { codeProblem, createCode, isCodeOver, isCounted } from './email-change/email-change-code.ts'
import { type ProofMethod, recordProof } from './fresh-proof.ts'
import { createChallenge } from './passkeys/challenges.ts'
import { consumeRecoveryCode } from './passkeys/recovery-codes.ts'
import { relyingParty } from './passkeys/relying-party.ts'
import { countPasskeys, hasPermit } from './passkeys/required-passkey.ts'
import { verifyPasskey } from './passkeys/verify-passkey.ts'
import { webauthnLibrary } from './passkeys/webauthn-library.ts'
import { proofCodeMail } from './proof-code-mail.ts'
import { sendCodeMail } from './send-code-mail.ts'

/*
 * Fresh proof (`fresh-proof.ts`) by a signed-in person: with a passkey or a recovery code or, for those without a
 * passkey, a code by e-mail. That code works for nothing else, and only in the session that requested it.
 */

/** Ways for the actor's session to prove itself. */
export interface ProofWays {
  /**
   * For `navigator.credentials.get`; undefined for a person without a passkey, or with a permit to add a new one, who
   * gets a code by e-mail.
   */
  passkey?: PasskeyRequest
  /** That code's recipient. */
  email: string
}

/** @param origin see `relyingParty` */
export const getProofWays = performStep(
  showProofWaysCommand,
  async (_, actor: Actor, origin: string): Promise<ProofWays> => {
    const sessionId = sessionOf(actor)
    const known = await authDatabase()
      .selectFrom('auth.passkeys')
      .select(['credential_id', 'transports'])
      .where('user_id', '=', actor.id)
      .execute()
    if (known.length === 0 || (await hasPermit(actor.id))) return { email: actor.email }
    const { generateAuthenticationOptions } = await webauthnLibrary()
    const passkey = await generateAuthenticationOptions({
      rpID: relyingParty(origin).rpID,
      challenge: Buffer.from(await createChallenge('proof', sessionId), 'base64url'),
      timeout: challengeLifetime,
      userVerification: 'required',
      allowCredentials: known.map(({ credential_id, transports }) => ({ id: credential_id, transports })),
    })
    return { email: actor.email, passkey }
  },
)

/**
 * Proves the session with one of the actor's passkeys.
 * @param answer of the browser, as JSON
 */
export const proveByPasskey = performStep(
  proveByPasskeyCommand,
  async (_, actor: Actor, origin: string, answer: string): Promise<void> => {
    const sessionId = sessionOf(actor)
    await verifyPasskey(clientOf(actor), { purpose: 'proof', boundTo: sessionId, origin, answer, userId: actor.id })
    await complete(actor, sessionId, 'passkey')
  },
)

/** Proves the session with a recovery code. */
export const proveByRecoveryCode = performStep(
  proveByRecoveryCodeCommand,
  async (_, actor: Actor, typed: string): Promise<void> => {
    const sessionId = sessionOf(actor)
    await consumeRecoveryCode(actor, sessionId, typed)
    await recordGiven(actor, 'recovery-code')
  },
)

/** Sends the code. */
export const sendProofCode = performStep(sendProofCodeCommand, async (_, actor: Actor): Promise<void> => {
  const sessionId = sessionOf(actor)
  await requireNoPasskey(actor)
  const counted = [justSent(actor), `proof codes to ${actor.id}`] as const
  await consumeRateLimit(counted[0], 1, codeResendInterval)
  await consumeRateLimit(counted[1], proofCodesPerPerson, proofWindow)
  const { code, columns, replacing } = createCode(purposeOf(sessionId), 'session_proofs')
  await actOnAccount(
    actor,
    tx =>
      alsoAsSignIn(tx, auth =>
        auth
          .insertInto('auth.session_proofs')
          .values({ session_id: sessionId, proved_at: null, method: null, passkey_at: null, ...columns })
          .onConflict(conflict => conflict.column('session_id').doUpdateSet(replacing))
          .execute(),
      ),
    // It has ended since authentication.
    { session_proofs_session_id_fkey: 'NO_SESSION' },
  )
  await sendCodeMail(proofCodeMail(actor.email, code), async () => {
    await Promise.all(counted.map(returnRateLimitUse))
  })
})

/** Proves the session with that code. */
export const proveByCode = performStep(
  proveByCodeCommand,
  async ({ refuse }, actor: Actor, code: string): Promise<void> => {
    const sessionId = sessionOf(actor)
    await requireNoPasskey(actor)
    await consumeRateLimit(`proof code tries of ${actor.id}`, proofAttemptsPerPerson, proofWindow)
    const problem = await actOnAccount(actor, tx =>
      alsoAsSignIn(tx, async auth => {
        const row = await auth
          .selectFrom('auth.session_proofs')
          .select(['code_hash', 'tries', 'earlier_hashes'])
          .select(isCodeOver)
          .where('session_id', '=', sessionId)
          .forUpdate()
          .executeTakeFirst()
        if (!row) return 'CODE_EXPIRED'
        const wrong = codeProblem(row, purposeOf(sessionId), code)
        if (isCounted(wrong)) {
          const tries = row.tries + 1
          await auth.updateTable('auth.session_proofs').set({ tries }).where('session_id', '=', sessionId).execute()
        }
        if (!wrong) {
          const used = { code_hash: null, code_expires_at: null }
          await auth.updateTable('auth.session_proofs').set(used).where('session_id', '=', sessionId).execute()
        }
        return wrong
      }),
    )
    if (problem) {
      const details = { code: problem }
      await recordSecurityEvent({ action: 'proof.refused', client: clientOf(actor), actorId: actor.id, details })
      throw refuse(problem)
    }
    await clearRateLimit(justSent(actor))
    await complete(actor, sessionId, 'code')
  },
)

function justSent({ id }: Actor): string {
  return `proof code just sent to ${id}`
}

async function complete(actor: Actor, sessionId: string, method: ProofMethod): Promise<void> {
  await recordProof(sessionId, method)
  await recordGiven(actor, method)
}

async function recordGiven(actor: Actor, method: ProofMethod): Promise<void> {
  await recordSecurityEvent({
    action: 'proof.given',
    client: clientOf(actor),
    actorId: actor.id,
    subjectId: actor.id,
    details: { method },
  })
}

async function requireNoPasskey(actor: Actor): Promise<void> {
  if ((await countPasskeys(actor.id)) > 0 && !(await hasPermit(actor.id))) throw new PortalError('PASSKEY_NEEDED')
}

function sessionOf({ sessionId }: Actor): string {
  if (!sessionId) throw new PortalError('NO_SESSION')
  return sessionId
}

function clientOf({ from }: Actor): { ip: string; userAgent: string } {
  return from ?? { ip: 'unknown', userAgent: '' }
}

function purposeOf(sessionId: string): string {
  return `${sessionId} proof`
}
