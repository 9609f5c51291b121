import type { Actor } from '../../access/actor.ts'
import { authDatabase } from '../../database/connection.ts'
import { fromNow } from '../../database/from-now.ts'
import { PortalError } from '../../platform/portal-error.ts'
import { findProof, hasFreshProof } from '../fresh-proof.ts'
import { signInSettings } from '../sign-in-settings.ts'

/*
 * Where the site requires passkeys (`readPasskeyRule`), administrators and approvers have their rights only in sessions that
 * were made with one or have shown one since. In any other session they are an ordinary person who can add their first.
 */

/** @returns whether administrators and approvers need a passkey at this site */
export function isPasskeyRequired(): boolean {
  return signInSettings().passkeyRule.required
}

/**
 * @param actor in a session that has not shown a passkey
 * @returns the actor, without the rights of an administrator or approver where their session must show one first
 */
export function holdBackDecider(actor: Actor): Actor {
  return (actor.isAdmin || actor.isApprover) && isPasskeyRequired()
    ? { ...actor, isAdmin: false, isApprover: false, passkeyNeeded: true }
    : actor
}

/**
 * For changes to passkeys and recovery codes. An administrator or approver who needs a passkey and has one must show it, or use a
 * recovery code or a colleague's permit: otherwise their mailbox alone would be enough to add another.
 * @throws PortalError PASSKEY_NEEDED
 */
export async function requirePasskeyRights(actor: Actor, accept: { permit?: boolean } = {}): Promise<void> {
  if (!actor.passkeyNeeded || (await countPasskeys(actor.id)) === 0) return
  const proof = actor.sessionId ? await findProof(actor.sessionId) : undefined
  if (proof?.method === 'recovery-code' && (await hasFreshProof(actor))) return
  if (accept.permit && (await hasPermit(actor.id))) return
  throw new PortalError('PASSKEY_NEEDED')
}

/** @returns whether the actor can add a passkey without showing another one first */
export async function mayAddPasskey(actor: Actor): Promise<boolean> {
  try {
    await requirePasskeyRights(actor, { permit: true })
    return true
  } catch (error) {
    if (error instanceof PortalError && error.code === 'PASSKEY_NEEDED') return false
    throw error
  }
}

/** @returns whether a colleague lets the person add a passkey now */
export async function hasPermit(userId: string): Promise<boolean> {
  const permit = await authDatabase()
    .selectFrom('auth.passkey_permits')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('expires_at', '>', fromNow(0))
    .executeTakeFirst()
  return permit !== undefined
}

/** @returns how many passkeys a person has */
export async function countPasskeys(userId: string): Promise<number> {
  const { count } = await authDatabase()
    .selectFrom('auth.passkeys')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return count
}
