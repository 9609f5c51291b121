import { sql } from 'kysely'
import type { Actor } from '../../../server/access/actor.ts'
import { assertId } from '../../../server/access/ids.ts'
import { perform } from '../../../server/access/perform.ts'
import { actOnAccount, alsoAsSignIn } from '../../../server/database/act-as.ts'
import { endOtherSessionsCommand, endSessionCommand } from '../../settings/settings.commands.ts'
import { describeDevice } from './device-name.ts'

/** A session as its owner's settings list it. Times are UTC. */
export interface OpenSession {
  id: string
  /** For example 'Chrome on Android phone'. */
  device: string
  /** For IPv6, only the network. Without a place name, for lack of a database of places. */
  ip: string | null
  signedInAt: Date
  /** Accurate to a few minutes: a session is extended at most every `sessionRenewal`. */
  lastSeen: Date
  /** Whether it is the requesting session. */
  current: boolean
}

/**
 * @param sessionId the requesting session
 * @param most most sessions
 * @returns the actor's open sessions: this one first, then the most recently used
 */
export async function getSessions(actor: Actor, sessionId: string, most = 100): Promise<OpenSession[]> {
  const rows = await actOnAccount(actor, tx =>
    alsoAsSignIn(tx, auth =>
      auth
        .selectFrom('auth.sessions')
        .select(['id', 'user_agent as userAgent', 'created_at as signedInAt', 'updated_at as lastSeen'])
        .select(sql<string | null>`nullif(ip_address, '')`.as('ip'))
        .select(sql<boolean>`id = ${sessionId}`.as('current'))
        .where('user_id', '=', actor.id)
        .where('expires_at', '>', new Date())
        .orderBy(eb => eb('id', '=', sessionId), 'desc')
        .orderBy('updated_at', 'desc')
        .limit(most)
        .execute(),
    ),
  )
  return rows.map(({ userAgent, ...session }) => ({ ...session, device: describeDevice(userAgent) }))
}

/** Ends one of the actor's sessions immediately: its cookie becomes worthless and its open pages notice. */
export const endSession = perform(
  endSessionCommand,
  async ({ tx, actor, refuse, audit }, id) => {
    const sessionId = assertId(id)
    const ended = await alsoAsSignIn(tx, auth =>
      auth
        .deleteFrom('auth.sessions')
        .where('id', '=', sessionId)
        .where('user_id', '=', actor.id)
        .returning(['ip_address', 'user_agent'])
        .executeTakeFirst(),
    )
    if (!ended) throw refuse('NOT_FOUND')
    await audit('session.ended', actor.id, { device: describeDevice(ended.user_agent), ip: ended.ip_address })
  },
  { in: actOnAccount },
)

/**
 * Ends all of the actor's sessions but the requesting one.
 * @returns number ended
 */
export const endOtherSessions = perform(
  endOtherSessionsCommand,
  async ({ tx, actor, refuse, audit }) => {
    const { sessionId } = actor
    if (!sessionId) throw refuse('NO_SESSION')
    const { numDeletedRows } = await alsoAsSignIn(tx, auth =>
      auth.deleteFrom('auth.sessions').where('user_id', '=', actor.id).where('id', '<>', sessionId).executeTakeFirst(),
    )
    const ended = Number(numDeletedRows)
    if (ended) await audit('session.others_ended', actor.id, { ended })
    return ended
  },
  { in: actOnAccount },
)
