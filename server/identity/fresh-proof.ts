import { sql } from 'kysely'
import { freshProof } from '../../rules/limits.ts'
import type { Actor } from '../access/actor.ts'
import { authDatabase } from '../database/connection.ts'
import { translateConstraint } from '../database/errors.ts'
import { PortalError } from '../platform/portal-error.ts'

/** How a session proves, after signing in, that the person is still at it. */
export type ProofMethod = 'passkey' | 'code' | 'recovery-code'

/**
 * For operations that a session left open must not be enough for.
 * @throws PortalError PROOF_NEEDED unless the actor's session was made, or proved itself, within `freshProof`; always
 *   for work without a session. NO_SESSION where the session has ended or is another person's
 */
export async function requireFreshProof(actor: Pick<Actor, 'id' | 'sessionId'>): Promise<void> {
  if (!actor.sessionId) throw new PortalError('PROOF_NEEDED')
  const provedAt = await findLastProof({ ...actor, sessionId: actor.sessionId })
  if (!provedAt) throw new PortalError('NO_SESSION')
  if (!isFresh(provedAt)) throw new PortalError('PROOF_NEEDED')
}

/** @returns whether `requireFreshProof` passes */
export async function hasFreshProof({ id, sessionId }: Pick<Actor, 'id' | 'sessionId'>): Promise<boolean> {
  const provedAt = sessionId && (await findLastProof({ id, sessionId }))
  return provedAt ? isFresh(provedAt) : false
}

function isFresh(provedAt: Date): boolean {
  return Date.now() - provedAt.getTime() < freshProof
}

/** @returns when the session was made or last proved itself; undefined where the person has no such session */
async function findLastProof({ id, sessionId }: { id: string; sessionId: string }): Promise<Date | undefined> {
  const session = await authDatabase()
    .selectFrom('auth.sessions as session')
    .leftJoin('auth.session_proofs as proof', 'proof.session_id', 'session.id')
    .select(sql<Date>`greatest(session.created_at, proof.proved_at)`.as('provedAt'))
    .where('session.id', '=', sessionId)
    .where('session.user_id', '=', id)
    .where('session.expires_at', '>', new Date())
    .executeTakeFirst()
  return session?.provedAt
}

/**
 * Records that a session has just proved itself, and voids the code that was on its way for that.
 * @throws PortalError NO_SESSION where the session has ended since the request was authenticated
 */
export async function recordProof(sessionId: string, method: ProofMethod): Promise<void> {
  const proved = {
    proved_at: new Date(),
    method,
    ...(method === 'passkey' && { passkey_at: new Date() }),
    code_hash: null,
    code_expires_at: null,
    tries: 0,
  }
  await authDatabase()
    .insertInto('auth.session_proofs')
    .values({ session_id: sessionId, passkey_at: null, ...proved })
    .onConflict(conflict => conflict.column('session_id').doUpdateSet(proved))
    .execute()
    .catch(error => {
      throw translateConstraint(error, { session_proofs_session_id_fkey: 'NO_SESSION' })
    })
}

/** @returns how and when a session last proved itself after signing in; undefined if it hasn't */
export function findProof(sessionId: string) {
  return authDatabase()
    .selectFrom('auth.session_proofs')
    .select(['proved_at', 'method', 'passkey_at'])
    .where('session_id', '=', sessionId)
    .executeTakeFirst()
}
