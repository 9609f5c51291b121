import { sql } from 'kysely'
import type { Actor } from '../../../server/access/actor.ts'
import { audit } from '../../../server/access/audit.ts'
import { assertId } from '../../../server/access/ids.ts'
import { isNewAccess } from '../../../server/access/new-access.ts'
import { asAdministrator, queryAsAdministrator } from '../../../server/access/roles.ts'
import { describeDevice } from '../../identity/server/device-name.ts'
import type { OpenSession } from '../../identity/server/sessions.ts'

/** A person's session, as administrators see it. Times are UTC. */
export type PersonSession = Omit<OpenSession, 'current'>

/** Reads a person's open sessions, most recently used first, at most 100, with an audit entry. */
export async function getSessionsOf(actor: Actor, userId: string): Promise<PersonSession[]> {
  const id = assertId(userId)
  type Row = Omit<PersonSession, 'device'> & { userAgent: string | null }
  const { rows } = await queryAsAdministrator(actor, tx =>
    sql<Row>`
      select id, device as "userAgent", nullif(ip, '') as ip, signed_in_at as "signedInAt", last_seen as "lastSeen"
      from app.sessions_of(${id})`.execute(tx),
  )
  if (await isNewAccess(`${actor.id} sessions of ${id}`))
    await asAdministrator(actor, tx => audit(tx, actor, 'sessions.listed', id))
  return rows.map(({ userAgent, ...row }) => ({ ...row, device: describeDevice(userAgent) }))
}
