import { randomBytes } from 'node:crypto'
import { parse } from 'hono/utils/cookie'
import { sql } from 'kysely'
import { deviceLifetime, frictionWindow, wrongTriesPerKnownBrowser } from '../../../rules/limits.ts'
import type { Client } from '../../../server/access/client.ts'
import { actOnAccount, alsoAsSignIn } from '../../../server/database/act-as.ts'
import { authDatabase } from '../../../server/database/connection.ts'
import { fromNow } from '../../../server/database/from-now.ts'
import { queueMail } from '../../../server/mail/mailer.ts'
import type { Config } from '../../../server/platform/config.ts'
import { keyedHash } from '../../../server/platform/seal.ts'
import { cookiePrefix } from './cookie-prefix.ts'
import { describeDevice } from './device-name.ts'
import { newDeviceMail } from './new-device-mail.ts'

/**
 * Remembers the browser of a sign-in and, if it is new, e-mails the person; the e-mail is queued before the session's
 * cookie is handed out. A browser is recognized by a random cookie alone, never by fingerprinting. The very first
 * sign-in isn't reported.
 * @param person who signed in, with the code's address
 * @param by the sign-in method
 * @returns the Set-Cookie header of that cookie, valid for more than a year
 */
export async function recordDevice(
  client: Client,
  person: { id: string; email: string },
  by: 'code' | 'passkey',
  config: Config,
) {
  const device = deviceCookie(client, config) ?? randomBytes(32).toString('base64url')
  const hash = deviceHash(person.id, device)
  await actOnAccount(person, async tx => {
    const { rows } = await alsoAsSignIn(tx, auth =>
      sql<{ device: 'known' | 'new' | 'first' }>`select auth.meet_device(${person.id}, ${hash}) as device`.execute(
        auth,
      ),
    )
    if (rows[0]?.device !== 'new') return
    const where = { at: new Date(), ip: client.ip, device: describeDevice(client.userAgent), by }
    await queueMail(tx, newDeviceMail(person.email, where))
  })
  const secure = config.secure ? '; Secure' : ''
  return `${cookiePrefix(config)}promissory.device=${device}; Path=/; Max-Age=${deviceLifetime / 1000}; HttpOnly; SameSite=Lax${secure}`
}

/**
 * Recognizes a browser from which the person with an address has signed in. A browser without such a cookie learns
 * nothing: it causes no query, and others cause the same one whether or not the address has an account.
 * @returns the stored identifier of the browser; undefined for a stranger, and for a browser with so many recent failed
 * attempts that it may be misused
 */
export async function knownDevice(client: Client, email: string, config: Config): Promise<string | undefined> {
  const device = deviceCookie(client, config)
  if (!device) return undefined
  const user = await authDatabase()
    .selectFrom('auth.users')
    .select('id')
    .where(sql`lower(email)`, '=', email)
    .executeTakeFirst()
  const hash = deviceHash(user?.id ?? noPerson, device)
  const { rows } = await sql<{ wrong: number }>`
    select (select coalesce(sum(attempts), 0)::int from auth.sign_in_codes c
      where c.device = d.device_hash and c.used_at is null
        and c.created_at > ${fromNow(-frictionWindow)}) as wrong
    from auth.devices d where d.user_id = ${user?.id ?? noPerson} and d.device_hash = ${hash}`.execute(authDatabase())
  return rows[0] && rows[0].wrong < wrongTriesPerKnownBrowser ? hash : undefined
}

/** Placeholder for an unknown person. */
const noPerson = '00000000-0000-0000-0000-000000000000'

function deviceCookie(client: Client, config: Config): string | undefined {
  const name = `${cookiePrefix(config)}promissory.device`
  const sent = parse(client.cookie, name)[name]
  return sent && /^[\w-]{43}$/.test(sent) ? sent : undefined
}

function deviceHash(personId: string, device: string): string {
  return keyedHash('device', `${personId} ${device}`)
}

/**
 * Removes browsers with expired cookies. Part of the hourly clean-up. Each person's latest one stays: without it, the
 * next sign-in would pass for the first and go unreported.
 */
export async function cleanUpDevices(): Promise<void> {
  await sql`
    delete from auth.devices d where seen_at < ${new Date(Date.now() - deviceLifetime)}
      and exists (select from auth.devices later where later.user_id = d.user_id
        and (later.seen_at, later.device_hash) > (d.seen_at, d.device_hash))`.execute(authDatabase())
}
