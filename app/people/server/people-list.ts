import { type Kysely, type Selectable, type SqlBool, sql } from 'kysely'
import { peoplePerPage } from '../../../rules/limits.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { assertId } from '../../../server/access/ids.ts'
import { asAdministrator, queryAsAdministrator } from '../../../server/access/roles.ts'
import { aliased, type CamelRow } from '../../../server/database/camel.ts'
import { prepared } from '../../../server/database/prepared.ts'
import { searchWords } from '../../../server/database/search-words.ts'
import type { Database, UserProfilesTable } from '../../../server/database/types.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import { profileColumns } from '../../identity/server/load-profile.ts'
import { firstRows } from '../../lists/server/first-rows.ts'
import type { PersonState } from '../profile.ts'
import { auditSearch } from './audit-search.ts'

/** A person as administrators see them. */
export interface ListedUser extends CamelRow<Pick<Selectable<UserProfilesTable>, (typeof columns)[number]>> {
  /** When the last welcome was sent, until they sign in. */
  invitedAt: Date | null
  /** When they first signed in, or were added; null while only invited. */
  joinedAt: Date | null
  /** When their approvals start to count, if in the future. */
  decidesFrom: Date | null
  /** Whether they are, or are invited as, a delegate of a holder. */
  isDelegate: boolean
  /** Whether they signed up by themselves and aren't accepted; never a delegate. */
  isGuest: boolean
}

const columns = [
  ...profileColumns,
  ...(['accepted_at', 'disabled_at', 'disabled_reason', 'erase_requested_at', 'erased_at'] as const),
] as const satisfies (keyof UserProfilesTable)[]

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
    const users = await listed(people(tx))
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
    const person = await listed(people(tx)).where('user_profiles.id', '=', id).executeTakeFirst()
    if (!person) throw new PortalError('NOT_FOUND')
    return person
  })
}

const joinedAt = sql<Date | null>`case when invitations.user_id is null then user_profiles.created_at
  else invitations.accepted_at end`

const isGuest = sql<boolean>`user_profiles.accepted_at is null and user_profiles.disabled_at is null
  and not app.came_by_grant(user_profiles.id, user_profiles.email)`

const people = (db: Kysely<Database>) =>
  db.selectFrom('user_profiles').leftJoin('invitations', 'invitations.user_id', 'user_profiles.id')

function listed(found: ReturnType<typeof people>) {
  return found
    .select(aliased(columns, 'user_profiles'))
    .select(sql<Date | null>`case when invitations.accepted_at is null then invitations.sent_at end`.as('invitedAt'))
    .select(joinedAt.as('joinedAt'))
    .select(
      sql<Date | null>`case when decides_from > now() and (is_admin or is_approver) then decides_from end`.as(
        'decidesFrom',
      ),
    )
    .select(sql<boolean>`app.is_delegate(user_profiles.id, user_profiles.email)`.as('isDelegate'))
    .select(isGuest.as('isGuest'))
}

/** Number of unaccepted guests and open erasure requests; for administrators. */
export const pendingPeople = prepared(
  'waiting_people',
  () => sql<{ guests: number; erasures: number }>`
    select guests::int as guests, erasures::int as erasures from app.count_waiting_people()`,
)

/** The newest guests, without delegates, with the total number; for administrators. */
export const newestGuests = firstRows(
  'newest_guests',
  db => people(db).where(isGuest),
  found => listed(found).orderBy('user_profiles.created_at', 'desc').orderBy('user_profiles.id', 'desc'),
)

/** The oldest erasure requests, with the total number; for administrators. */
export const firstToErase = firstRows(
  'first_to_erase',
  db => people(db).where('user_profiles.erase_requested_at', 'is not', null),
  found => listed(found).orderBy('user_profiles.erase_requested_at').orderBy('user_profiles.id'),
)

/** The oldest open invitations, with the total number; for administrators. */
export const openInvitations = firstRows(
  'open_invitations',
  db =>
    people(db)
      .where('invitations.user_id', 'is not', null)
      .where('invitations.accepted_at', 'is', null)
      .where('user_profiles.disabled_at', 'is', null),
  found => listed(found).orderBy('invitations.sent_at').orderBy('user_profiles.id'),
)
