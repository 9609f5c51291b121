import { randomBytes } from 'node:crypto'
import { parse } from 'hono/utils/cookie'
import { sql } from 'kysely'
import { deviceLifetime } from '../../rules/limits.ts'
import type { Client } from '../access/client.ts'
import { actAs, alsoAsSignIn } from '../database/act-as.ts'
import { authDatabase } from '../database/connection.ts'
import { queueMail } from '../mail/mailer.ts'
import type { Config } from '../platform/config.ts'
import { keyedHash } from '../platform/seal.ts'
import { deviceOf } from './device-name.ts'
import { newDeviceMessage } from './new-device-mail.ts'

/**
 * Remembers the browser somebody has just signed in from, and tells the person by mail if it is new; the mail is in
 * the queue before the session's cookie is handed out. A browser is known by a random cookie of its own, and by nothing
 * it says or shows of itself. The first sign-in ever is no news.
 * @param person who has signed in, with the address the code went to
 * @returns the Set-Cookie header of that cookie, for a year and more from now
 */
export async function recordDevice(client: Client, person: { id: string; email: string }, config: Config) {
  const name = cookieName(config)
  const brought = parse(client.cookie, name)[name]
  const device = brought && /^[\w-]{43}$/.test(brought) ? brought : randomBytes(32).toString('base64url')
  const hash = keyedHash('device', `${person.id} ${device}`)
  await actAs(person, async tx => {
    const { rows } = await alsoAsSignIn(tx, auth =>
      sql<{ met: 'known' | 'new' | 'first' }>`select auth.meet_device(${person.id}, ${hash}) as met`.execute(auth),
    )
    if (rows[0]?.met !== 'new') return
    const where = { at: new Date(), ip: client.ip, device: deviceOf(client.userAgent) }
    await queueMail(tx, newDeviceMessage(person.email, where))
  })
  const secure = config.secure ? '; Secure' : ''
  return `${name}=${device}; Path=/; Max-Age=${deviceLifetime / 1000}; HttpOnly; SameSite=Lax${secure}`
}

/** Under https the prefix keeps plain connections and neighbouring hosts from planting one of theirs (RFC 6265bis). */
function cookieName(config: Config): string {
  return `${config.secure ? '__Host-' : ''}promissory.device`
}

/**
 * Forgets browsers whose cookie is over. Part of the hourly clean-up. Each person's last one stays, or whoever comes
 * next would be taken for the first and not be told of.
 */
export async function cleanUpDevices(): Promise<void> {
  await sql`
    delete from auth.devices d where seen_at < ${new Date(Date.now() - deviceLifetime)}
      and exists (select from auth.devices later where later.user_id = d.user_id
        and (later.seen_at, later.device_hash) > (d.seen_at, d.device_hash))`.execute(authDatabase())
}
