import { type Api, apiFor, type Options, signIn } from './api.ts'
import { asOwner } from './owner.ts'
import type { TestServer } from './server.ts'

/** Somebody signed in at a test server. */
export interface Person {
  id: string
  email: string
  api: Api
}

let people = 0

/** Signs in somebody new, from an address of their own. */
export async function somebody(
  site: TestServer,
  { isAdmin = false, onExchange }: { isAdmin?: boolean } & Pick<Options, 'onExchange'> = {},
): Promise<Person> {
  const number = people++
  const email = `${isAdmin ? 'administrator' : 'investor'}-${process.pid}-${number}@example.com`
  const ip = `10.7.${number >> 8}.${number & 255}`
  const cookie = await signIn(apiFor(site.url, { ip }), site.mailbox, email)
  const api = apiFor(site.url, { ip, cookie, onExchange })
  // The first look makes the profile.
  await api.whoAmI()
  const set = 'update user_profiles set is_admin = $2 where email = $1 returning id'
  const { rows } = await asOwner(site, set, [email, isAdmin])
  return { id: rows[0].id, email, api }
}
