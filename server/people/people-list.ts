import { type SqlBool, sql } from 'kysely'
import { peoplePerPage, searchLength } from '../../rules/limits.ts'
import type { Actor } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import { isNewAccess } from '../access/new-access.ts'
import { asAdministrator } from '../access/roles.ts'
import { searchWords } from '../database/search-words.ts'
import type { UserProfile } from '../identity/load-profile.ts'

/** A person as administrators see them. `invited_at` is when the last welcome was sent, until they sign in. */
export type ListedUser = UserProfile & { invited_at: Date | null }

/**
 * Lists everyone, newest first (specification section 7), or those a search finds.
 * @param page from 0
 * @param search words that must all be in the name, the e-mail address or the organization, in upper or lower case
 * @param size rows per page
 * @returns the page's people and how many there are in all
 * @throws PortalError FORBIDDEN unless the actor is an administrator
 */
export async function getAllUsersForAdmin(
  actor: Actor,
  { page = 0, search = '', size = peoplePerPage }: { page?: number; search?: string; size?: number } = {},
): Promise<{ users: ListedUser[]; total: number }> {
  const words = search.trim()
  return asAdministrator(actor, async tx => {
    if (words && isNewAccess(`${actor.id} searched ${words}`)) {
      await audit(tx, actor, 'people.searched', actor.id, { search: words.slice(0, searchLength) })
    }
    const found = await sql<{ ids: string[]; total: number }>`
      select ids, total from app.find_users(${searchWords(search)}, ${page * size}, ${size})`.execute(tx)
    const { ids, total } = found.rows[0] ?? { ids: [], total: 0 }
    const users = await tx
      .selectFrom('user_profiles')
      .leftJoin('invitations', join =>
        join.onRef('invitations.user_id', '=', 'user_profiles.id').on('invitations.accepted_at', 'is', null),
      )
      .selectAll('user_profiles')
      .select('invitations.sent_at as invited_at')
      .where(sql<SqlBool>`user_profiles.id = any(${ids}::uuid[])`)
      .orderBy('user_profiles.created_at', 'desc')
      .orderBy('user_profiles.id', 'desc')
      .execute()
    return { users, total }
  })
}
