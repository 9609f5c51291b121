import type { ValuesOf } from '../../../rules/commands/command.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { assertId } from '../../../server/access/ids.ts'
import { perform, type WorkLike } from '../../../server/access/perform.ts'
import { requireOwnerOrAdministrator } from '../../../server/access/roles.ts'
import { queryAs } from '../../../server/database/read-as.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import { profileColumns, type UserProfile } from '../../identity/server/load-profile.ts'
import { saveProfileCommand } from '../../settings/settings.commands.ts'
import { editPersonCommand } from '../person.commands.ts'

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

/** Changes a person's name and organization to what an administrator typed (specification section 7). */
export const editPerson = perform(editPersonCommand, (work, userId, typed) => saveForm(work, assertId(userId), typed))

/** The same for oneself (section 5). */
export const saveProfile = perform(saveProfileCommand, (work, _, typed) => saveForm(work, work.actor.id, typed))

/** Only what the form changed: another person may have changed the rest meanwhile. An empty value is stored as null. */
async function saveForm(
  { tx, refuse, audit }: WorkLike<typeof saveProfileCommand>,
  userId: string,
  typed: ValuesOf<typeof saveProfileCommand>,
): Promise<void> {
  const before = await tx
    .selectFrom('user_profiles')
    .select(['full_name', 'organization'])
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
  if (!before) throw refuse('NOT_FOUND')
  const { full_name, organization, loaded_full_name, loaded_organization } = typed
  const after = {
    full_name: full_name === loaded_full_name ? before.full_name : full_name || null,
    organization: organization === loaded_organization ? before.organization : organization || null,
  }
  if (after.full_name === before.full_name && after.organization === before.organization) return
  await audit('profile.updated', userId, { before, after })
  await tx.updateTable('user_profiles').set(after).where('id', '=', userId).execute()
}
