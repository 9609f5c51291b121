import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { sessionLifetime } from '../../../rules/limits.ts'
import type { Client } from '../../../server/access/client.ts'
import { networkOf } from '../../../server/access/rate-limit.ts'
import { recordSecurityEvent } from '../../../server/access/security-events.ts'
import { authDatabase } from '../../../server/database/connection.ts'
import { isRefusedByDatabase } from '../../../server/database/errors.ts'
import { log } from '../../../server/platform/log.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import { recordDevice } from './new-device.ts'
import { sessionCookies, sessionToken, tokenHash } from './session-cookie.ts'
import { signInBlockReason } from './sign-in-block.ts'
import { signInSettings } from './sign-in-settings.ts'

/** A new session. */
export interface NewSession {
  id: string
  userId: string
  /** Set-Cookie headers that carry it. */
  cookies: string[]
}

/**
 * Opens a session for an authenticated person, creating them at the first sign-in. The browser's previous session ends.
 * @param email of the person, in lower case
 * @param by proof: a code that went to that address, or a passkey
 */
export async function openSession(client: Client, email: string, by: 'code' | 'passkey'): Promise<NewSession> {
  await refuseBlocked(client, email, by)
  const token = randomBytes(32).toString('base64url')
  const { id, userId } = await insertSession(client, email, token).catch(async error => {
    if (error instanceof PortalError && !isRefusedByDatabase(error)) throw error
    // Blocked between our check and the insert, which the database then refuses.
    await refuseBlocked(client, email, by, error)
    throw error
  })
  const device = await recordDevice(client, { id: userId, email }, by, signInSettings())
  return { id, userId, cookies: [...sessionCookies(token), device] }
}

function insertSession(client: Client, email: string, token: string): Promise<{ id: string; userId: string }> {
  const replaced = sessionToken(client)
  return authDatabase()
    .transaction()
    .execute(async tx => {
      const { id: user_id } = await tx
        .insertInto('auth.users')
        .values({ email, email_verified: true })
        .onConflict(conflict => conflict.expression(sql`lower(email)`).doUpdateSet({ email_verified: true }))
        .returning('id')
        .executeTakeFirstOrThrow()
      if (replaced) await tx.deleteFrom('auth.sessions').where('token_hash', '=', tokenHash(replaced)).execute()
      const session = await tx
        .insertInto('auth.sessions')
        .values({
          user_id,
          token_hash: tokenHash(token),
          expires_at: new Date(Date.now() + sessionLifetime),
          ip_address: networkOf(client.ip),
          user_agent: client.userAgent,
        })
        .returning(['id', 'user_id as userId', 'expires_at'])
        .returning(sql<boolean>`expires_at <= now()`.as('is_over'))
        .executeTakeFirstOrThrow()
      assertLasting(session)
      return { id: session.id, userId: session.userId }
    })
}

/**
 * If the clocks of site and database differ greatly, one of them sees a new session as expired, and the person would
 * return to the sign-in without explanation.
 */
function assertLasting({ expires_at, is_over }: { expires_at: Date; is_over: boolean }): void {
  if (!is_over && expires_at > new Date()) return
  log.error('no one can sign in: the clocks of the site and the database are too far apart', undefined, { expires_at })
  throw new PortalError('CLOCKS_DIFFER')
}

async function refuseBlocked(client: Client, email: string, by: 'code' | 'passkey', cause?: unknown): Promise<void> {
  const reason = await signInBlockReason(email)
  if (!reason) return
  await recordSecurityEvent({ action: 'sign_in.refused', client, subjectId: email, details: { reason, by } })
  throw new PortalError(reason, { cause })
}
