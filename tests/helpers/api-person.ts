import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { settingsOf } from '../../server/database/settings.ts'
import { derivedSecret, openSeal } from '../../server/platform/seal.ts'
import { users } from '../../server/sample/people.ts'
import { type Api, apiFor, type Options } from './api.ts'
import type { Site } from './server.ts'
import { newSession } from './sessions.ts'

/** A person signed in at a test server, with an HTTP client. */
export interface Person {
  id: string
  email: string
  api: Api
}

let people = 0

/** Creates a person and signs them in directly, with their own IP address. */
export async function newSignedInPerson(
  site: Site,
  { isAdmin = false, onExchange }: { isAdmin?: boolean } & Pick<Options, 'onExchange'> = {},
): Promise<Person> {
  const number = people++
  const email = `${isAdmin ? 'administrator' : 'investor'}-without-browser-${process.pid}-${number}@example.com`
  const owner = new pg.Client(settingsOf(site.ownerUrl))
  await owner.connect()
  try {
    const id = await users.insert(owner, { email })
    // The site's generated secret.
    openSeal(readFileSync(join(site.dataDir, 'auth-secret'), 'utf8').trim())
    const { cookie } = await newSession(owner, derivedSecret('sessions'), id)
    const api = apiFor(site.url, { ip: `10.7.${number >> 8}.${number & 255}`, cookie, onExchange })
    // The first request creates the profile.
    await api.whoAmI()
    await owner.query('update user_profiles set is_admin = $2, accepted_at = now() where id = $1', [id, isAdmin])
    return { id, email, api }
  } finally {
    await owner.end()
  }
}
