import { randomUUID } from 'node:crypto'
import { type Expressions, insertFrom, insertOf, insertRow, type Owner, type Row } from './rows.ts'

function userRow(columns: Partial<Row<'auth.users'>> & { email: string }): Row<'auth.users'> & { id: string } {
  return { id: randomUUID(), email_verified: true, ...columns }
}

/**
 * Adds a person who hasn't signed in yet, so they have no profile.
 * @param metadata what is known of them
 * @returns their id
 */
export function insertUser(owner: Owner, email: string, metadata?: Record<string, unknown>): Promise<string> {
  return insertRow(owner, 'auth.users', userRow({ email, metadata }))
}

/** Adds a person with a profile, whom the fund has accepted unless `accepted_at` is null. @returns their id */
export async function insertPerson(
  owner: Owner,
  profile: Partial<Row<'user_profiles'>> & { email: string },
): Promise<string> {
  const { id = randomUUID(), email, created_at } = profile
  const row: Row<'user_profiles'> = { accepted_at: new Date(), ...profile, id }
  await owner.query(`${insertOf('auth.users', userRow({ id, email, created_at }))}; ${insertOf('user_profiles', row)}`)
  return id
}

/**
 * @param columns of `user_profiles`, and more that `then` needs
 * @returns the start of a statement that adds people whom the fund has accepted: `people` has these columns and an id
 */
export function peopleFrom(
  { email, ...columns }: Expressions & { email: string },
  from: string,
  more: Expressions = {},
): string {
  const profile = { accepted_at: 'now()', created_at: 'now()', ...columns, email }
  const all = Object.entries({ ...more, ...profile }).map(([name, value]) => `${value} as ${name}`)
  const own = { id: 'id', ...Object.fromEntries(Object.keys(profile).map(name => [name, name])) }
  const user = { id: 'id', email: 'email', email_verified: 'true', created_at: 'created_at' }
  return `with people as materialized (select gen_random_uuid() as id, ${all} from ${from}),
    users as (${insertFrom('auth.users', user, 'people')}),
    profiles as (${insertFrom('user_profiles', own, 'people')})`
}
