import { type RawBuilder, sql } from 'kysely'

/**
 * In whose folder a holder's files are: a query for `user_id` of one of those who act for it now, an owner before others.
 * @param holderId an id, or a column of the statement
 */
export function firstMemberOf(holderId: RawBuilder<unknown>) {
  return sql<{
    user_id: string
  }>`select m.user_id from holder_members m where m.holder_id = ${holderId} and m.ended_at is null
      order by m.member_right = 'owner' desc, m.added_at, m.id limit 1`
}
