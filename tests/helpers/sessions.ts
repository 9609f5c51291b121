import { createHash, createHmac, randomBytes } from 'node:crypto'
import type pg from 'pg'

export interface Session {
  id: string
  /** Its browser's Cookie header. */
  cookie: string
}

/**
 * Signs a person in directly, without a code by e-mail, for tests about later events.
 * @param owner connection of the database's owner
 * @param secret the secret that the portal signs its sessions with: `derivedSecret('sessions')`
 */
export async function newSession(owner: Pick<pg.Client, 'query'>, secret: string, userId: string): Promise<Session> {
  const token = randomBytes(32).toString('base64url')
  const { rows } = await owner.query(
    `insert into auth.sessions (user_id, token_hash, expires_at, ip_address, user_agent)
    values ($1, $2, now() + interval '12 hours', '192.0.2.1', 'test') returning id`,
    [userId, createHash('sha256').update(token).digest('hex')],
  )
  // Signed like in app/identity/server/session-cookie.ts.
  const signature = createHmac('sha256', secret).update(token).digest('base64')
  return { id: rows[0].id, cookie: `promissory.session_token=${encodeURIComponent(`${token}.${signature}`)}` }
}
