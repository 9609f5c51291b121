import { sql } from 'kysely'

/**
 * How a person is named where it matters which one of two with the same name it is, such as who asked and who approved:
 * people choose their names, and may choose a colleague's.
 * @param profile what the statement calls the row of `user_profiles`
 */
export function nameWithAddress(profile: string) {
  const [name, email] = [sql.ref(`${profile}.full_name`), sql.ref(`${profile}.email`)]
  return sql<string>`coalesce(${name} || ' (' || ${email} || ')', ${email})`
}

/**
 * How a person is named otherwise: by their name, or else their address.
 * @param profile what the statement calls the row of `user_profiles`
 */
export function nameOrAddress(profile: string) {
  return sql<string>`coalesce(nullif(${sql.ref(`${profile}.full_name`)}, ''), ${sql.ref(`${profile}.email`)})`
}
