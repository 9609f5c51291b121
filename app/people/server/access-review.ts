import { sql, type Transaction } from 'kysely'
import type { Actor } from '../../../server/access/actor.ts'
import { perform } from '../../../server/access/perform.ts'
import { queryAsAdministrator } from '../../../server/access/roles.ts'
import type { Database } from '../../../server/database/types.ts'
import { type ExportedRows, exportRows, inOneBatch } from '../../audit/server/export-rows.ts'
import { recordAccessReviewCommand } from '../people.commands.ts'

/** Access level: manage everything, approve, use the own portal, view shared documents, use the portal as a guest, or nothing. */
export type AccessRight = 'administrator' | 'approver' | 'investor' | 'delegate' | 'guest' | 'none'

/** A person in the access review. Times are UTC. */
export interface AccessEntry {
  id: string
  email: string
  fullName: string | null
  right: AccessRight
  /** When they got this right; null if older than its record. */
  since: Date | null
  /** Granting administrator's e-mail address; null for the person themselves or an operator on the server. */
  givenBy: string | null
  /** Accurate to a few minutes while signed in, otherwise the last sign-in, or null. */
  lastSeen: Date | null
  disabledReason: string | null
}

/** Page size. */
const size = 200

const orders = {
  name: sql`lower(coalesce(p.full_name, p.email)), p.id`,
  // Highest rights first.
  right: sql`array_position(array['administrator', 'approver', 'investor', 'delegate', 'guest', 'none'], ${rightOf()}), p.created_at, p.id`,
  since: sql`since desc nulls last, p.id`,
  // Least recently active first: they matter most in a review.
  seen: sql`seen.at nulls first, p.id`,
}
/** Orders of the review. */
export type AccessOrder = keyof typeof orders

/**
 * Lists each person's right, since when, from whom, and when they were last active.
 * @param page from 0
 * @returns a page, the total and page size, and the last recorded review
 */
export async function getAccessReview(
  actor: Actor,
  { page = 0, order = 'right' }: { page?: number; order?: AccessOrder } = {},
) {
  return queryAsAdministrator(actor, async tx => {
    const entries = await readEntries(tx, order, sql`offset ${page * size} limit ${size}`)
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
    return { entries, total, size, last }
  })
}

async function readEntries(tx: Transaction<Database>, order: AccessOrder, part = sql``): Promise<AccessEntry[]> {
  const { rows } = await sql<AccessEntry>`
    select p.id, p.email, p.full_name as "fullName", ${rightOf()} as right, ${sinceOf()} as since,
      giver.email as "givenBy", seen.at as "lastSeen", p.disabled_reason as "disabledReason"
    from user_profiles p
    left join user_profiles giver on giver.id = case ${rightOf()} when 'none' then p.disabled_by
      when 'administrator' then p.admin_by else p.accepted_by end
    left join app.last_seen() seen on seen.user_id = p.id
    order by ${orders[order]} ${part}`.execute(tx)
  return rows
}

/** Records an access review by an administrator. */
export const recordAccessReview = perform(recordAccessReviewCommand, async ({ tx, actor, audit }) => {
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
  await audit('access.reviewed', id, counts)
})

/** Exports the whole review, in the list's order. */
export async function exportAccessReview(actor: Actor): Promise<ExportedRows<AccessEntry>> {
  return exportRows(actor, 'access.exported', async tx => {
    const entries = await readEntries(tx, 'right')
    return { rows: inOneBatch(entries), details: { people: entries.length } }
  })
}

function rightOf() {
  return sql<AccessRight>`case when p.disabled_at is not null then 'none' when p.is_admin then 'administrator'
    when p.is_approver then 'approver'
    when p.accepted_at is not null then 'investor' when app.came_by_grant(p.id, p.email) then 'delegate' else 'guest' end`
}

function sinceOf() {
  return sql<Date | null>`case when p.disabled_at is not null then p.disabled_at when p.is_admin then p.admin_at
    else coalesce(p.accepted_at, p.created_at) end`
}
