import { createHash, createHmac, randomBytes } from 'node:crypto'
import { sessions } from '../../server/sample/people.ts'
import type { Owner } from '../../server/sample/rows.ts'

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
export async function newSession(owner: Owner, secret: string, userId: string): Promise<Session> {
  const token = randomBytes(32).toString('base64url')
  const token_hash = createHash('sha256').update(token).digest('hex')
  const id = await sessions.insert(owner, { user_id: userId, token_hash, ip_address: '192.0.2.1', user_agent: 'test' })
  // Signed like in app/identity/server/session-cookie.ts.
  const signature = createHmac('sha256', secret).update(token).digest('base64')
  return { id, cookie: `promissory.session_token=${encodeURIComponent(`${token}.${signature}`)}` }
}
