import type { Actor } from '../../../../server/access/actor.ts'
import { authDatabase } from '../../../../server/database/connection.ts'
import { fromNow } from '../../../../server/database/from-now.ts'
import { PortalError } from '../../../../server/platform/portal-error.ts'
import { hasStrongProof, requireFreshProof } from '../fresh-proof.ts'
import { signInSettings } from '../sign-in-settings.ts'

/*
 * If the site requires passkeys (`readPasskeyRule`), administrators and approvers have their rights only in sessions
 * that were made with one or have shown one since. In any other session they are an ordinary person who can add their
 * first.
 */

/** @returns whether administrators and approvers need a passkey at this site */
export function isPasskeyRequired(): boolean {
  return signInSettings().passkeyRule.required
}

/** @returns whether this person needs one */
export function needsPasskey({ isAdmin, isApprover, passkeyNeeded }: Actor): boolean {
  return Boolean(isAdmin || isApprover || passkeyNeeded) && isPasskeyRequired()
}

/**
 * @param actor in a session that has not shown a passkey
 * @returns the actor, without administrator and approver rights if their session must show one first
 */
export function withoutApprovalRight(actor: Actor): Actor {
  return needsPasskey(actor) ? { ...actor, isAdmin: false, isApprover: false, passkeyNeeded: true } : actor
}

/**
 * For changes of passkeys, recovery codes and the address. A person with a passkey must show one, use a recovery code,
 * or have waited for a week (`passkey-recovery.ts`): otherwise the mailbox alone would suffice to add another.
 * @param accept whether a colleague's permit to add a passkey suffices
 * @throws PortalError PROOF_NEEDED; PASSKEY_NEEDED if there is a permit that doesn't suffice
 */
export async function requirePasskeyRights(actor: Actor, accept: { permit?: boolean } = {}): Promise<void> {
  if ((await countPasskeys(actor.id)) === 0) return
  if (actor.sessionId && (await hasStrongProof(actor.sessionId))) return
  if (!needsPasskey(actor) && (await hasRecovery(actor.id))) return
  const isPermitted = await hasPermit(actor.id)
  if (!isPermitted) throw new PortalError('PROOF_NEEDED')
  if (!accept.permit) throw new PortalError('PASSKEY_NEEDED')
}

/** Fresh proof, and `requirePasskeyRights`. */
export async function requirePasskeyChange(actor: Actor): Promise<void> {
  await requireFreshProof(actor)
  await requirePasskeyRights(actor)
}

/**
 * For starting a change of the e-mail address: as for changes of passkeys, and those who need a passkey add theirs
 * first.
 * @throws as `requirePasskeyRights`; PASSKEY_FIRST
 */
export async function requireAddressRights(actor: Actor): Promise<void> {
  await requirePasskeyRights(actor)
  if (needsPasskey(actor) && (await countPasskeys(actor.id)) === 0) throw new PortalError('PASSKEY_FIRST')
}

/** @returns whether the actor can add a passkey without showing another one first */
export async function mayAddPasskey(actor: Actor): Promise<boolean> {
  try {
    await requirePasskeyRights(actor, { permit: true })
    return true
  } catch (error) {
    if (error instanceof PortalError && error.code === 'PROOF_NEEDED') return false
    throw error
  }
}

/** @returns whether the person has waited for a week, and may change their passkeys now */
async function hasRecovery(userId: string): Promise<boolean> {
  const recovery = await authDatabase()
    .selectFrom('auth.passkey_recoveries')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('starts_at', '<=', fromNow(0))
    .where('ends_at', '>', fromNow(0))
    .executeTakeFirst()
  return recovery !== undefined
}

/** @returns whether a colleague's permit lets the person add a passkey now */
export async function hasPermit(userId: string): Promise<boolean> {
  const permit = await authDatabase()
    .selectFrom('auth.passkey_permits')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('expires_at', '>', fromNow(0))
    .executeTakeFirst()
  return permit !== undefined
}

/** @returns a person's number of passkeys */
export async function countPasskeys(userId: string): Promise<number> {
  const { count } = await authDatabase()
    .selectFrom('auth.passkeys')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return count
}
