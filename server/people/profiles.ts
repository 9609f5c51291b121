import { editPersonCommand } from '../../rules/people/person.commands.ts'
import { type ProfileForm, readProfile as readForm } from '../../rules/profile.ts'
import type { Actor } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import { assertId } from '../access/ids.ts'
import { performFreely } from '../access/perform.ts'
import { requireOwnerOrAdministrator } from '../access/roles.ts'
import { assertValid } from '../access/validation.ts'
import { actAs } from '../database/act-as.ts'
import { queryAs } from '../database/read-as.ts'
import { profileColumns, type UserProfile } from '../identity/load-profile.ts'
import { PortalError } from '../platform/portal-error.ts'

/**
 * @returns a person's profile
 * @throws PortalError FORBIDDEN unless it is the actor's or the actor is an administrator; NOT_FOUND
 */
export async function getUserProfile(actor: Actor, id: string): Promise<UserProfile> {
  const userId = assertId(id)
  requireOwnerOrAdministrator(actor, userId)
  const found = await queryAs(actor, tx =>
    tx.selectFrom('user_profiles').select(profileColumns).where('id', '=', userId).executeTakeFirst(),
  )
  if (!found) throw new PortalError('NOT_FOUND')
  return found
}

/**
 * Changes a person's name and organization: their own, or anyone's for an administrator (specification sections 5 and
 * 7).
 * @param changes as typed; an empty field is stored as null, an undefined one stays as it is
 * @returns the updated profile
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
      .select(profileColumns)
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
    return tx
      .updateTable('user_profiles')
      .set(after)
      .where('id', '=', userId)
      .returning(profileColumns)
      .executeTakeFirstOrThrow()
  })
}

/** Changes a person's name and organization to what an administrator typed, as far as their form changed them. */
export const editPerson = performFreely(editPersonCommand, async ({ actor }, userId, typed) => {
  const { full_name, organization, loaded_full_name, loaded_organization } = typed
  await updateUserProfile(actor, userId, {
    ...(full_name !== loaded_full_name && { full_name }),
    ...(organization !== loaded_organization && { organization }),
  })
})
