import { type RawBuilder, sql } from 'kysely'

/**
 * Query for the `user_id` of the person in whose folder a holder's files are stored: a current member, owners first.
 * @param holderId an id, or a column of the statement
 */
export function firstMemberOf(holderId: RawBuilder<unknown>) {
  return sql<{
    user_id: string
  }>`select m.user_id from holder_members m where m.holder_id = ${holderId} and m.ended_at is null
      order by m.member_right = 'owner' desc, m.added_at, m.id limit 1`
}
