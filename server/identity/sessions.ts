import type { Actor } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import { assertId } from '../access/ids.ts'
import { actAs, alsoAsSignIn } from '../database/act-as.ts'
import { PortalError } from '../platform/portal-error.ts'
import { deviceOf } from './device-name.ts'

/** Where a person is signed in. Times are UTC. */
export interface OpenSession {
  id: string
  /** In words, such as 'Chrome on Android phone'. */
  device: string
  /** Of an IPv6 address the network only. No place is made of it: there is nothing to look one up in. */
  ip: string | null
  signedInAt: Date
  /** Exact to a few minutes: a session is extended at most every `sessionRenewal`. */
  lastSeen: Date
  /** The one that asks. */
  current: boolean
}

/**
 * @param sessionId the session that asks
 * @param most sessions at most
 * @returns the actor's open sessions: this one, then the last seen first
 */
export async function getSessions(actor: Actor, sessionId: string, most = 100): Promise<OpenSession[]> {
  const rows = await actAs(actor, tx =>
    alsoAsSignIn(tx, auth =>
      auth
        .selectFrom('auth.sessions')
        .select(['id', 'ip_address', 'user_agent', 'created_at', 'updated_at'])
        .where('user_id', '=', actor.id)
        .where('expires_at', '>', new Date())
        .orderBy(eb => eb('id', '=', sessionId), 'desc')
        .orderBy('updated_at', 'desc')
        .limit(most)
        .execute(),
    ),
  )
  return rows.map(({ id, ip_address, user_agent, created_at, updated_at }) => ({
    id,
    device: deviceOf(user_agent),
    ip: ip_address || null,
    signedInAt: created_at,
    lastSeen: updated_at,
    current: id === sessionId,
  }))
}

/**
 * Ends one session of the actor's, at once: its cookie is worth nothing and its open pages notice.
 * @throws PortalError NOT_FOUND where there is none such, or it is somebody else's
 */
export async function endSession(actor: Actor, id: string): Promise<void> {
  const sessionId = assertId(id)
  await actAs(actor, async tx => {
    const ended = await alsoAsSignIn(tx, auth =>
      auth
        .deleteFrom('auth.sessions')
        .where('id', '=', sessionId)
        .where('user_id', '=', actor.id)
        .returning(['ip_address', 'user_agent'])
        .executeTakeFirst(),
    )
    if (!ended) throw new PortalError('NOT_FOUND')
    await audit(tx, actor, 'session.ended', actor.id, { device: deviceOf(ended.user_agent), ip: ended.ip_address })
  })
}

/**
 * Ends every session of the actor's but one.
 * @param sessionId the one that stays
 * @returns how many ended
 */
export async function endOtherSessions(actor: Actor, sessionId: string): Promise<number> {
  return actAs(actor, async tx => {
    const { numDeletedRows } = await alsoAsSignIn(tx, auth =>
      auth.deleteFrom('auth.sessions').where('user_id', '=', actor.id).where('id', '<>', sessionId).executeTakeFirst(),
    )
    const ended = Number(numDeletedRows)
    if (ended) await audit(tx, actor, 'session.others_ended', actor.id, { ended })
    return ended
  })
}
