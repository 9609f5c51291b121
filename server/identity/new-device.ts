import { randomBytes } from 'node:crypto'
import { parse } from 'hono/utils/cookie'
import { sql } from 'kysely'
import { deviceLifetime } from '../../rules/limits.ts'
import type { Client } from '../access/client.ts'
import { actOnAccount, alsoAsSignIn } from '../database/act-as.ts'
import { authDatabase } from '../database/connection.ts'
import { queueMail } from '../mail/mailer.ts'
import type { Config } from '../platform/config.ts'
import { keyedHash } from '../platform/seal.ts'
import { cookiePrefix } from './cookie-prefix.ts'
import { describeDevice } from './device-name.ts'
import { newDeviceMail } from './new-device-mail.ts'

/**
 * Remembers the browser a person has just signed in from and, if it is new, e-mails them; the mail is queued before the
 * session's cookie is handed out. A browser is recognized by a random cookie alone, never by fingerprinting. The first
 * sign-in of all isn't reported.
 * @param person who signed in, with the address the code went to
 * @returns the Set-Cookie header of that cookie, good for more than a year from now
 */
export async function recordDevice(client: Client, person: { id: string; email: string }, config: Config) {
  const name = `${cookiePrefix(config)}promissory.device`
  const sent = parse(client.cookie, name)[name]
  const device = sent && /^[\w-]{43}$/.test(sent) ? sent : randomBytes(32).toString('base64url')
  const hash = keyedHash('device', `${person.id} ${device}`)
  await actOnAccount(person, async tx => {
    const { rows } = await alsoAsSignIn(tx, auth =>
      sql<{ device: 'known' | 'new' | 'first' }>`select auth.meet_device(${person.id}, ${hash}) as device`.execute(
        auth,
      ),
    )
    if (rows[0]?.device !== 'new') return
    const where = { at: new Date(), ip: client.ip, device: describeDevice(client.userAgent) }
    await queueMail(tx, newDeviceMail(person.email, where))
  })
  const secure = config.secure ? '; Secure' : ''
  return `${name}=${device}; Path=/; Max-Age=${deviceLifetime / 1000}; HttpOnly; SameSite=Lax${secure}`
}

/**
 * Forgets browsers whose cookie has expired. Part of the hourly clean-up. Each person's latest one stays: without it,
 * the next sign-in would pass for the first and go unreported.
 */
export async function cleanUpDevices(): Promise<void> {
  await sql`
    delete from auth.devices d where seen_at < ${new Date(Date.now() - deviceLifetime)}
      and exists (select from auth.devices later where later.user_id = d.user_id
        and (later.seen_at, later.device_hash) > (d.seen_at, d.device_hash))`.execute(authDatabase())
}
