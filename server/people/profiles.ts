import type { Selectable } from 'kysely'
import { profileTimeout } from '../../rules/limits.ts'
import { type ProfileForm, readProfile as readForm } from '../../rules/profile.ts'
import type { Actor } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import { assertValid } from '../access/form-proof.ts'
import { actAs, authDatabase } from '../database/connection.ts'
import type { UserProfilesTable } from '../database/types.ts'
import { assertId, requireOwnerOrAdministrator } from '../documents/documents.ts'
import { log } from '../platform/log.ts'
import { PortalError } from '../platform/portal-error.ts'

/** A person of the portal (specification section 3). Times are UTC. */
export type UserProfile = Selectable<UserProfilesTable>

/**
 * Finds the profile of somebody who has just shown a session, or makes it: the first time, or whenever it is
 * missing (specification section 4). A signed-in person always ends up with exactly one.
 * @param userId `auth.users.id` of the session
 * @returns the profile, or undefined where reading it failed or took longer than five seconds (section 8)
 */
export async function loadProfile(userId: string): Promise<UserProfile | undefined> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>(resolve => {
    timer = setTimeout(resolve, profileTimeout, undefined)
  })
  try {
    return await Promise.race([findOrCreate(userId), late])
  } catch (error) {
    log.error('a profile could not be read', error)
    return undefined
  } finally {
    clearTimeout(timer)
  }
}

async function findOrCreate(userId: string): Promise<UserProfile | undefined> {
  const known = await readProfile(userId)
  if (known) return known
  const user = await authDatabase()
    .selectFrom('auth.users')
    .select(['email', 'name', 'metadata'])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!user) return undefined
  const { metadata } = user
  try {
    return await actAs({ id: userId }, tx =>
      tx
        .insertInto('user_profiles')
        .values({
          id: userId,
          email: user.email || text(metadata.email) || `${userId}@placeholder.invalid`,
          full_name: text(metadata.full_name) ?? text(metadata.name) ?? text(user.name),
          organization: text(metadata.organization),
          is_admin: false,
        })
        .returningAll()
        .executeTakeFirstOrThrow(),
    )
  } catch (error) {
    // unique_violation: another request made it between our look and our insert (section 4).
    if ((error as { code?: string }).code === '23505') return readProfile(userId)
    throw error
  }
}

function readProfile(id: string): Promise<UserProfile | undefined> {
  return actAs({ id }, tx => tx.selectFrom('user_profiles').selectAll().where('id', '=', id).executeTakeFirst())
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value.trim() ? value.trim() : null
}

/**
 * @returns one person's profile
 * @throws PortalError FORBIDDEN unless it is the actor's or the actor is an administrator; NOT_FOUND
 */
export async function getUserProfile(actor: Actor, id: string): Promise<UserProfile> {
  const userId = assertId(id)
  requireOwnerOrAdministrator(actor, userId)
  const found = await actAs(actor, tx =>
    tx.selectFrom('user_profiles').selectAll().where('id', '=', userId).executeTakeFirst(),
  )
  if (!found) throw new PortalError('NOT_FOUND')
  return found
}

/**
 * Changes what a person is called: one's own name and organization, or anybody's for an administrator
 * (specification sections 5 and 7).
 * @param changes trimmed here; empty means absent; what is undefined stays as it is
 * @returns the profile as it is now
 * @throws PortalError NAME_LONG, ORGANIZATION_LONG; FORBIDDEN unless it is the actor's or the actor is an
 *   administrator; NOT_FOUND
 */
export async function updateUserProfile(actor: Actor, id: string, changes: ProfileForm): Promise<UserProfile> {
  const userId = assertId(id)
  requireOwnerOrAdministrator(actor, userId)
  const { form, problems } = readForm(changes)
  assertValid(problems)
  return actAs(actor, async tx => {
    const before = await tx
      .selectFrom('user_profiles')
      .selectAll()
      .where('id', '=', userId)
      .forUpdate()
      .executeTakeFirst()
    if (!before) throw new PortalError('NOT_FOUND')
    const after = { full_name: before.full_name, organization: before.organization, ...form }
    if (after.full_name === before.full_name && after.organization === before.organization) return before
    await audit(tx, actor, 'profile.updated', userId, {
      before: { full_name: before.full_name, organization: before.organization },
      after,
    })
    return tx.updateTable('user_profiles').set(after).where('id', '=', userId).returningAll().executeTakeFirstOrThrow()
  })
}
