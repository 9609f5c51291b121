import { sql } from 'kysely'
import { accessPerPage } from '../../rules/limits.ts'
import type { Actor } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import { asAdministrator, requireAdministrator } from '../access/roles.ts'
import { requireFreshProof } from '../identity/fresh-proof.ts'
import { csvLine } from '../platform/csv.ts'

/** What someone may do: manage everything, use their own portal, use it as a guest, or nothing. */
export type AccessRight = 'administrator' | 'approver' | 'investor' | 'guest' | 'none'

/** A person in the access review. Times are UTC. */
export interface AccessEntry {
  id: string
  email: string
  full_name: string | null
  right: AccessRight
  /** Since when they have this right; null where that is older than its record. */
  since: Date | null
  /** Who gave it: an administrator's e-mail address; null for the person themselves or an operator on the server. */
  given_by: string | null
  /** Exact to a few minutes while they are signed in, otherwise the last sign-in; null where there was none. */
  last_seen: Date | null
  disabled_reason: string | null
}

/** The columns by which the review can be sorted. */
export const accessOrders = ['name', 'right', 'since', 'seen'] as const
export type AccessOrder = (typeof accessOrders)[number]

export interface AccessReview {
  entries: AccessEntry[]
  /** How many people there are in all. */
  total: number
  /** The last recorded review. */
  last: { at: Date; by: string | null } | undefined
}

const orders = {
  name: sql`lower(coalesce(p.full_name, p.email)), p.id`,
  // Those with the most rights first.
  right: sql`array_position(array['administrator', 'approver', 'investor', 'guest', 'none'], ${rightOf()}), p.created_at, p.id`,
  since: sql`since desc nulls last, p.id`,
  // Longest unseen first: those are whom a review looks for.
  seen: sql`seen.at nulls first, p.id`,
} satisfies Record<AccessOrder, unknown>

/**
 * Lists who has which right, since when, from whom, and when they were last seen.
 * @param page from 0, `accessPerPage` per page; undefined for everyone
 * @throws PortalError FORBIDDEN unless the actor is an administrator
 */
export async function getAccessReview(
  actor: Actor,
  { page, order = 'right' }: { page?: number | undefined; order?: AccessOrder } = {},
): Promise<AccessReview> {
  return asAdministrator(actor, async tx => {
    const entries = await sql<AccessEntry>`
      select p.id, p.email, p.full_name, ${rightOf()} as right, ${sinceOf()} as since, giver.email as given_by,
        seen.at as last_seen, p.disabled_reason
      from user_profiles p
      left join user_profiles giver on giver.id = case ${rightOf()} when 'none' then p.disabled_by
        when 'administrator' then p.admin_by else p.accepted_by end
      left join app.last_seen() seen on seen.user_id = p.id
      order by ${orders[order]}
      offset ${page === undefined ? 0 : page * accessPerPage} limit ${page === undefined ? null : accessPerPage}`.execute(
      tx,
    )
    const { total } = await tx
      .selectFrom('user_profiles')
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow()
    const last = await tx
      .selectFrom('access_reviews')
      .leftJoin('user_profiles', 'user_profiles.id', 'access_reviews.reviewed_by')
      .select(['reviewed_at as at', 'user_profiles.email as by'])
      .orderBy('reviewed_at', 'desc')
      .executeTakeFirst()
    return { entries: entries.rows, total, last }
  })
}

/**
 * Records that an administrator has reviewed who has access.
 * @throws PortalError FORBIDDEN unless the actor is an administrator
 */
export async function recordAccessReview(actor: Actor): Promise<void> {
  return asAdministrator(actor, async tx => {
    const { rows } = await sql<{ administrators: number; people: number; guests: number; disabled: number }>`
      select count(*) filter (where ${rightOf()} = 'administrator') as administrators, count(*) as people,
        count(*) filter (where ${rightOf()} = 'guest') as guests, count(*) filter (where ${rightOf()} = 'none') as disabled
      from user_profiles p`.execute(tx)
    const counts = rows[0] as (typeof rows)[0]
    const { id } = await tx
      .insertInto('access_reviews')
      .values({ ...counts, reviewed_by: actor.id })
      .returning('id')
      .executeTakeFirstOrThrow()
    await audit(tx, actor, 'access.reviewed', id, counts)
  })
}

/**
 * @returns the whole review as CSV (RFC 4180), with times in UTC
 * @throws PortalError FORBIDDEN unless the actor is an administrator; PROOF_NEEDED
 */
export async function exportAccessReview(actor: Actor): Promise<string> {
  requireAdministrator(actor)
  await requireFreshProof(actor)
  const { entries } = await getAccessReview(actor)
  await asAdministrator(actor, tx => audit(tx, actor, 'access.exported', actor.id, { people: entries.length }))
  const heading = ['Name', 'E-mail', 'Right', 'Since', 'Given by', 'Last seen', 'Reason for closing']
  const lines = entries.map(({ full_name, email, right, since, given_by, last_seen, disabled_reason }) => [
    full_name,
    email,
    right,
    since,
    given_by,
    last_seen,
    disabled_reason,
  ])
  return [heading, ...lines].map(csvLine).join('')
}

function rightOf() {
  return sql<AccessRight>`case when p.disabled_at is not null then 'none' when p.is_admin then 'administrator'
    when p.is_approver then 'approver'
    when p.accepted_at is not null then 'investor' else 'guest' end`
}

function sinceOf() {
  return sql<Date | null>`case when p.disabled_at is not null then p.disabled_at when p.is_admin then p.admin_at
    else coalesce(p.accepted_at, p.created_at) end`
}
