import type { Actor } from '../../../server/access/actor.ts'
import { readOwnAudit } from '../../../server/access/audit.ts'
import { actAs } from '../../../server/database/act-as.ts'
import { getOwnRequests } from '../../document-requests/server/requests-list.ts'
import { getOwnDecisions } from '../../documents/server/decisions.ts'
import type { OwnDocument } from '../../documents/server/own-documents.ts'
import { getAddressChanges } from '../../identity/server/email-change/email-change.ts'
import { getPasskeys } from '../../identity/server/passkeys/passkeys.ts'
import { getSessions } from '../../identity/server/sessions.ts'
import { getOwnLeads } from '../../leads/server/manage-leads.ts'
import { getMailPreferences } from '../../notifications/server/mail-preferences.ts'

/* The actor's stored data besides documents, in the format of the data export. */

/** Profile, earlier addresses, passkeys and mail preferences. */
export async function exportProfile(actor: Actor) {
  const profile = await actAs(actor, tx =>
    tx
      .selectFrom('user_profiles')
      .select(['id', 'email', 'full_name', 'organization', 'is_admin', 'created_at', 'updated_at'])
      .where('id', '=', actor.id)
      .executeTakeFirstOrThrow(),
  )
  return {
    ...profile,
    changes_of_address: await getAddressChanges(actor),
    passkeys: await exportPasskeys(actor),
    mail_preferences: await getMailPreferences(actor),
  }
}

async function exportPasskeys(actor: Actor) {
  const { passkeys } = await getPasskeys(actor)
  return passkeys.map(({ name, addedAt, lastUsed, synced }) => ({
    name,
    added_at: addedAt,
    last_used_at: lastUsed,
    synced,
  }))
}

/**
 * Open sessions.
 * @param sessionId the requesting session
 */
export async function exportSessions(actor: Actor, sessionId: string) {
  const sessions = await getSessions(actor, sessionId, 1000)
  return sessions.map(({ device, ip, signedInAt, lastSeen, current }) => ({
    device,
    ip,
    signed_in_at: signedInAt,
    last_seen: lastSeen,
    this_one: current,
  }))
}

/** Delete requests, their status and decisions; document requests; messages and calls from the actor's address. */
export async function exportRequests(actor: Actor, documents: readonly OwnDocument[]) {
  const deletions = documents
    .filter(({ delete_request_status: status }) => status)
    .map(({ filename, delete_request_status, delete_requested_at, delete_requested_by: by }) => ({
      filename,
      status: delete_request_status,
      requested_at: delete_requested_at,
      requested_by: by && (by === actor.id ? 'you' : 'the fund'),
    }))
  const documents_asked_for = await getOwnRequests(actor)
  return { deletions, decisions: await getOwnDecisions(actor), documents_asked_for, ...(await getOwnLeads(actor)) }
}

/** The audit log's entries by and about the actor, their account and documents, oldest first. */
export async function* exportAuditLog(actor: Actor, documents: readonly OwnDocument[]) {
  const ids = documents.map(({ id }) => id)
  const own = new Set([actor.id, ...ids])
  for await (const entries of readOwnAudit(actor, ids)) {
    yield entries.map(({ id: _, actor_id, actor_role, details, ...entry }) => {
      const aboutActor = own.has(entry.subject_id ?? '') || details.user_id === actor.id
      return {
        ...entry,
        by: actor_id === actor.id ? 'you' : actor_role === 'visitor' ? 'someone who was not signed in' : 'the fund',
        // Details of an administrator's actions for other people belong to those people.
        details: aboutActor ? withoutOtherPeople(actor, details) : undefined,
      }
    })
  }
}

/** Omits other people involved: employees act for the fund. */
function withoutOtherPeople(actor: Actor, details: Record<string, unknown>): Record<string, unknown> {
  const own: unknown[] = [actor.id, actor.email, null]
  return Object.fromEntries(
    Object.entries(details).filter(([name, value]) => !/(_by|_email|_id)$/.test(name) || own.includes(value)),
  )
}
