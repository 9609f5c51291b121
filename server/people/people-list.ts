import { type Selectable, type SqlBool, sql, type Transaction } from 'kysely'
import { peoplePerPage } from '../../rules/limits.ts'
import type { PersonState } from '../../rules/profile.ts'
import type { Actor } from '../access/actor.ts'
import { assertId } from '../access/ids.ts'
import { nameOrAddress } from '../access/name-with-address.ts'
import { asAdministrator, queryAsAdministrator } from '../access/roles.ts'
import { prepared } from '../database/prepared.ts'
import { searchWords } from '../database/search-words.ts'
import type { Database, UserProfilesTable } from '../database/types.ts'
import { profileColumns, type UserProfile } from '../identity/load-profile.ts'
import { PortalError } from '../platform/portal-error.ts'
import { auditSearch } from './audit-search.ts'

/** A person as administrators see them. */
export type ListedUser = UserProfile &
  Pick<
    Selectable<UserProfilesTable>,
    'accepted_at' | 'disabled_at' | 'disabled_reason' | 'erase_requested_at' | 'erased_at'
  > & {
    /** When the last welcome was sent, until they sign in. */
    invited_at: Date | null
    /** When they first signed in, or were added; null while only invited. */
    joined_at: Date | null
    /** When their approvals start to count, if in the future. */
    decides_from: Date | null
    /** Whether they are, or are invited as, a delegate of a holder. */
    is_delegate: boolean
    /** Whether they signed up by themselves and aren't accepted; never a delegate. */
    is_guest: boolean
  }

const stateColumns = ['accepted_at', 'disabled_at', 'disabled_reason', 'erase_requested_at', 'erased_at'] as const

interface PeopleQuery {
  page?: number
  search?: string
  size?: number
  state?: PersonState | undefined
  guestsFirst?: boolean
}

/**
 * Lists everyone, newest first (specification section 7), or those a search finds.
 * @param page from 0
 * @param search words that must all be in the name, the e-mail address or the organization, in any case
 * @param size rows per page
 * @param guestsFirst lists unaccepted guests before everyone else
 */
export async function getAllUsersForAdmin(
  actor: Actor,
  { page = 0, search = '', size = peoplePerPage, state, guestsFirst = false }: PeopleQuery = {},
): Promise<{ users: ListedUser[]; total: number }> {
  const words = search.trim()
  if (words) await asAdministrator(actor, tx => auditSearch(tx, actor, words))
  return queryAsAdministrator(actor, async tx => {
    const found = await sql<{ ids: string[]; total: number }>`
      select ids, total from app.search_people(${searchWords(search)}, ${state ?? null}, ${guestsFirst},
        ${page * size}, ${size})`.execute(tx)
    const { ids, total } = found.rows[0] ?? { ids: [], total: 0 }
    const users = await listedUsers(tx)
      .where(sql<SqlBool>`user_profiles.id = any(${ids}::uuid[])`)
      .orderBy(sql`array_position(${ids}::uuid[], user_profiles.id)`)
      .execute()
    return { users, total }
  })
}

/** @returns a person as in the list */
export async function getUserForAdmin(actor: Actor, userId: string): Promise<ListedUser> {
  const id = assertId(userId)
  return queryAsAdministrator(actor, async tx => {
    const person = await listedUsers(tx).where('user_profiles.id', '=', id).executeTakeFirst()
    if (!person) throw new PortalError('NOT_FOUND')
    return person
  })
}

const joinedAt = sql<Date | null>`case when invitations.user_id is null then user_profiles.created_at
  else invitations.accepted_at end`

function listedUsers(tx: Transaction<Database>) {
  return tx
    .selectFrom('user_profiles')
    .leftJoin('invitations', 'invitations.user_id', 'user_profiles.id')
    .select([...profileColumns, ...stateColumns].map(column => `user_profiles.${column}` as const))
    .select(sql<Date | null>`case when invitations.accepted_at is null then invitations.sent_at end`.as('invited_at'))
    .select(joinedAt.as('joined_at'))
    .select(
      sql<Date | null>`case when decides_from > now() and (is_admin or is_approver) then decides_from end`.as(
        'decides_from',
      ),
    )
    .select(sql<boolean>`app.is_delegate(user_profiles.id, user_profiles.email)`.as('is_delegate'))
    .select(
      sql<boolean>`user_profiles.accepted_at is null and user_profiles.disabled_at is null
        and not app.came_by_grant(user_profiles.id, user_profiles.email)`.as('is_guest'),
    )
}

/** Number of unaccepted guests and open erasure requests; for administrators. */
export const pendingPeople = prepared(
  'waiting_people',
  () => sql<{ guests: number; erasures: number }>`
    select guests::int as guests, erasures::int as erasures from app.count_waiting_people()`,
)

/** A person with something for administrators to do. */
export interface PendingPerson {
  id: string
  /** Or else their address. */
  name: string
  since: Date
}

/** The newest guests, without delegates; for administrators. */
export const newestGuests = prepared(
  'newest_guests',
  (_, most: number) => sql<PendingPerson>`
    select g.id, ${nameOrAddress('g')} as name, g.created_at as since from user_profiles g
    where g.accepted_at is null and g.disabled_at is null and not app.came_by_grant(g.id, g.email)
    order by g.created_at desc, g.id desc limit ${most}`,
)

/** The oldest erasure requests; for administrators. */
export const firstToErase = prepared(
  'first_to_erase',
  (_, most: number) => sql<PendingPerson>`
    select p.id, ${nameOrAddress('p')} as name, p.erase_requested_at as since from user_profiles p
    where p.erase_requested_at is not null order by p.erase_requested_at, p.id limit ${most}`,
)
