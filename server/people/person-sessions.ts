import { sql } from 'kysely'
import type { Actor } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import { assertId } from '../access/ids.ts'
import { isNewAccess } from '../access/new-access.ts'
import { asAdministrator, queryAsAdministrator } from '../access/roles.ts'
import { describeDevice } from '../identity/device-name.ts'
import type { OpenSession } from '../identity/sessions.ts'

/** A person's session, as administrators see it. Times are UTC. */
export type PersonSession = Omit<OpenSession, 'current'>

interface SessionRow {
  id: string
  device: string | null
  ip: string | null
  signed_in_at: Date
  last_seen: Date
}

/**
 * Reads a person's open sessions, most recently used first, at most 100, with an audit entry.
 * @throws PortalError FORBIDDEN unless the actor is an administrator
 */
export async function getSessionsOf(actor: Actor, userId: string): Promise<PersonSession[]> {
  const id = assertId(userId)
  const rows = await queryAsAdministrator(
    actor,
    async tx => (await sql<SessionRow>`select * from app.sessions_of(${id})`.execute(tx)).rows,
  )
  if (await isNewAccess(`${actor.id} sessions of ${id}`))
    await asAdministrator(actor, tx => audit(tx, actor, 'sessions.listed', id))
  return rows.map(({ id, device, ip, signed_in_at, last_seen }) => ({
    id,
    device: describeDevice(device),
    ip: ip || null,
    signedInAt: signed_in_at,
    lastSeen: last_seen,
  }))
}
