import type { ValuesOf } from '../../rules/commands/command.ts'
import { editPersonCommand } from '../../rules/people/person.commands.ts'
import { saveProfileCommand } from '../../rules/settings.commands.ts'
import type { Actor } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import { assertId } from '../access/ids.ts'
import { performFreely } from '../access/perform.ts'
import { requireOwnerOrAdministrator } from '../access/roles.ts'
import { actAs } from '../database/act-as.ts'
import { queryAs } from '../database/read-as.ts'
import { profileColumns, type UserProfile } from '../identity/load-profile.ts'
import { PortalError } from '../platform/portal-error.ts'

/** @returns a person's profile */
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
 * @param changes an empty value is stored as null, one that is missing stays as it is
 */
export async function updateUserProfile(
  actor: Actor,
  id: string,
  changes: Partial<Pick<UserProfile, 'full_name' | 'organization'>>,
): Promise<UserProfile> {
  const userId = assertId(id)
  requireOwnerOrAdministrator(actor, userId)
  return actAs(actor, async tx => {
    const before = await tx
      .selectFrom('user_profiles')
      .select(profileColumns)
      .where('id', '=', userId)
      .forUpdate()
      .executeTakeFirst()
    if (!before) throw new PortalError('NOT_FOUND')
    const { full_name = before.full_name, organization = before.organization } = changes
    const after = { full_name: full_name || null, organization: organization || null }
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
export const editPerson = performFreely(editPersonCommand, ({ actor }, userId, typed) => saveForm(actor, userId, typed))

/** The same for oneself. */
export const saveProfile = performFreely(saveProfileCommand, ({ actor }, _, typed) => saveForm(actor, actor.id, typed))

async function saveForm(actor: Actor, userId: string, typed: ValuesOf<typeof saveProfileCommand>): Promise<void> {
  const { full_name, organization, loaded_full_name, loaded_organization } = typed
  await updateUserProfile(actor, userId, {
    ...(full_name !== loaded_full_name && { full_name }),
    ...(organization !== loaded_organization && { organization }),
  })
}
