import { type Kysely, sql, type Transaction } from 'kysely'
import { freshProof, workdayProof } from '../../../rules/limits.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { authDatabase } from '../../../server/database/connection.ts'
import { translateConstraint } from '../../../server/database/errors.ts'
import { fromNow } from '../../../server/database/from-now.ts'
import type { AuthTables } from '../../../server/database/types.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'

/** Ways for a signed-in session to prove the person's presence. */
export type ProofMethod = 'passkey' | 'code' | 'recovery-code'

/**
 * For operations for which an open session must not suffice.
 * @throws PortalError PROOF_NEEDED unless the actor's session was made, or proved itself, within `freshProof`; always
 * for work without a session. NO_SESSION if the session has ended or is another person's
 */
export function requireFreshProof(actor: Pick<Actor, 'id' | 'sessionId'>): Promise<void> {
  return requireProofWithin(actor, freshProof)
}

/**
 * For administrators' routine work for a single investor.
 * @throws as `requireFreshProof`, for a proof older than `workdayProof`
 */
export function requireWorkdayProof(actor: Pick<Actor, 'id' | 'sessionId'>): Promise<void> {
  return requireProofWithin(actor, workdayProof)
}

/** @param age greatest age of the proof, in milliseconds */
async function requireProofWithin(actor: Pick<Actor, 'id' | 'sessionId'>, age: number): Promise<void> {
  if (!actor.sessionId) throw new PortalError('PROOF_NEEDED')
  const isProved = await findProof({ ...actor, sessionId: actor.sessionId }, age)
  if (isProved === undefined) throw new PortalError('NO_SESSION')
  if (!isProved) throw new PortalError('PROOF_NEEDED')
}

/** @returns whether `requireFreshProof` passes */
export async function hasFreshProof({ id, sessionId }: Pick<Actor, 'id' | 'sessionId'>): Promise<boolean> {
  return sessionId ? ((await findProof({ id, sessionId }, freshProof)) ?? false) : false
}

/**
 * @param age in milliseconds
 * @returns whether the session was made, or last proved itself, within that time; undefined if the person has no such
 * session
 */
async function findProof(
  { id, sessionId }: { id: string; sessionId: string },
  age: number,
): Promise<boolean | undefined> {
  const session = await authDatabase()
    .selectFrom('auth.sessions as session')
    .leftJoin('auth.session_proofs as proof', 'proof.session_id', 'session.id')
    .select(sql<boolean>`greatest(session.created_at, proof.proved_at) > ${fromNow(-age)}`.as('isProved'))
    .where('session.id', '=', sessionId)
    .where('session.user_id', '=', id)
    .where('session.expires_at', '>', new Date())
    .executeTakeFirst()
  return session?.isProved
}

/**
 * Records a session's proof, and voids its pending code for one.
 * @param auth the transaction that the proof belongs to, if any
 * @throws PortalError NO_SESSION if the session has ended since authentication
 */
export async function recordProof(
  sessionId: string,
  method: ProofMethod,
  auth: Kysely<AuthTables> | Transaction<AuthTables> = authDatabase(),
): Promise<void> {
  const proved = {
    proved_at: fromNow(0),
    method,
    ...(method === 'passkey' && { passkey_at: fromNow(0) }),
    code_hash: null,
    code_expires_at: null,
    earlier_hashes: sql<string[]>`'{}'`,
    tries: 0,
  }
  await (auth as Kysely<AuthTables>)
    .insertInto('auth.session_proofs')
    .values({ session_id: sessionId, passkey_at: null, ...proved })
    .onConflict(conflict => conflict.column('session_id').doUpdateSet(proved))
    .execute()
    .catch(error => {
      throw translateConstraint(error, { session_proofs_session_id_fkey: 'NO_SESSION' })
    })
}

/** @returns whether a session has shown a passkey or a recovery code within `freshProof`; a mailed code doesn't suffice */
export async function hasStrongProof(sessionId: string): Promise<boolean> {
  const proof = await authDatabase()
    .selectFrom('auth.session_proofs')
    .select(
      sql<boolean>`coalesce(passkey_at > ${fromNow(-freshProof)}, false)
        or (method = 'recovery-code' and proved_at > ${fromNow(-freshProof)})`.as('isStrong'),
    )
    .where('session_id', '=', sessionId)
    .executeTakeFirst()
  return proof?.isStrong ?? false
}
