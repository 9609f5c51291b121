import { randomBytes, randomUUID } from 'node:crypto'
import {
  builderOf,
  type Expressions,
  insertFrom,
  insertOf,
  inTwelveHours,
  newId,
  type Owner,
  type Row,
} from './rows.ts'

/** Without a profile, as before they first sign in. */
export const users = builderOf('auth.users', { id: newId, email_verified: true })

/** No browser has their cookies, unless the hash is of one. */
export const sessions = builderOf('auth.sessions', {
  token_hash: { make: () => randomBytes(32).toString('base64url'), sql: 'gen_random_uuid()' },
  expires_at: inTwelveHours,
})

/** Adds a person with a profile, whom the fund has accepted unless `accepted_at` is null. @returns their id */
export async function insertPerson(
  owner: Owner,
  profile: Partial<Row<'user_profiles'>> & { email: string },
): Promise<string> {
  const { id = randomUUID(), email, created_at } = profile
  const row: Row<'user_profiles'> = { accepted_at: new Date(), ...profile, id }
  const user = users.row({ id, email, created_at })
  await owner.query(`${insertOf('auth.users', user)}; ${insertOf('user_profiles', row)}`)
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
  const user = { id: 'id', email: 'email', created_at: 'created_at' }
  return `with people as materialized (select gen_random_uuid() as id, ${all} from ${from}),
    users as (${users.from(user, 'people')}),
    profiles as (${insertFrom('user_profiles', own, 'people')})`
}
