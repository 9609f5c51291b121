import { createHmac, randomBytes } from 'node:crypto'
import type pg from 'pg'

export interface Session {
  id: string
  /** Cookie header that its browser sends. */
  cookie: string
}

/**
 * Signs a person in directly, without a code by e-mail, for tests about what happens after signing in.
 * @param owner connection of the database's owner
 * @param secret the secret that the portal signs its sessions with: `derivedSecret('sessions')`
 */
export async function newSession(owner: Pick<pg.Client, 'query'>, secret: string, userId: string): Promise<Session> {
  const token = randomBytes(24).toString('base64url')
  const { rows } = await owner.query(
    `insert into auth.sessions (user_id, token, expires_at, ip_address, user_agent)
    values ($1, $2, now() + interval '12 hours', '192.0.2.1', 'test') returning id`,
    [userId, token],
  )
  // As better-auth signs its cookies: HMAC-SHA-256 of the token, in base64 with padding.
  const signature = createHmac('sha256', secret).update(token).digest('base64')
  return { id: rows[0].id, cookie: `promissory.session_token=${encodeURIComponent(`${token}.${signature}`)}` }
}
