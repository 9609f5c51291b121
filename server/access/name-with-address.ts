import { sql } from 'kysely'

/**
 * A person's name with their address, for contexts that require identity, such as requester and approver: people choose
 * their names, and may choose a colleague's.
 * @param profile the statement's alias of `user_profiles`
 */
export function nameWithAddress(profile: string) {
  const [name, email] = [sql.ref(`${profile}.full_name`), sql.ref(`${profile}.email`)]
  return sql<string>`coalesce(${name} || ' (' || ${email} || ')', ${email})`
}

/**
 * A person's name, or else their address, for other contexts.
 * @param profile the statement's alias of `user_profiles`
 */
export function nameOrAddress(profile: string) {
  return sql<string>`coalesce(nullif(${sql.ref(`${profile}.full_name`)}, ''), ${sql.ref(`${profile}.email`)})`
}
