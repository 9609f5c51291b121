import { type Selectable, sql } from 'kysely'
import type { Actor } from '../access/actor.ts'
import { actAs, alsoAsSignIn } from '../database/connection.ts'
import type { DocumentsTable } from '../database/types.ts'
import { getSessions } from '../identity/sessions.ts'
import { readPreferences } from '../notifications/mail-preferences.ts'

/*
 * What the fund holds about the acting person, read for them. Row-level security shows a person their own; it shows
 * administrators everybody's, so each reading names the person, too.
 */

export type OwnDocument = Omit<Selectable<DocumentsTable>, 'user_id' | 'mime_type' | 'uploaded_by' | 'updated_at'>

/** Documents asked for at once, entries of the log at once. */
const batch = 100
const page = 2000

/** @returns every document of the actor's, by fund, the newest first */
export function documentsOf(actor: Actor): Promise<OwnDocument[]> {
  return actAs(actor, tx =>
    tx
      .selectFrom('documents')
      .select(['id', 'filename', 'file_path', 'file_size', 'sha256', 'fund_name', 'category', 'file_type'])
      .select(['is_external_link', 'external_url', 'view_count', 'created_at'])
      .select(['delete_requested_by', 'delete_requested_at', 'delete_request_status'])
      .where('user_id', '=', actor.id)
      .orderBy('fund_name')
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .execute(),
  )
}

export async function profileOf(actor: Actor) {
  return actAs(actor, async tx => {
    const profile = await tx
      .selectFrom('user_profiles')
      .select(['id', 'email', 'full_name', 'organization', 'is_admin', 'created_at', 'updated_at'])
      .where('id', '=', actor.id)
      .executeTakeFirstOrThrow()
    const earlier = await alsoAsSignIn(tx, auth =>
      auth
        .selectFrom('auth.address_changes')
        .select(['old_email', 'new_email', 'changed_at', 'ip_address', 'user_agent', 'reported_at', 'restored_at'])
        .where('user_id', '=', actor.id)
        .orderBy('changed_at')
        .execute(),
    )
    return { ...profile, changes_of_address: earlier, mail_preferences: await readPreferences(tx, actor.id) }
  })
}

export async function sessionsOf(actor: Actor, sessionId: string) {
  const sessions = await getSessions(actor, sessionId, 1000)
  return sessions.map(({ device, ip, signedInAt, lastSeen, current }) => ({
    device,
    ip,
    signed_in_at: signedInAt,
    last_seen: lastSeen,
    this_one: current,
  }))
}

/** Deletions asked for, and what became of them; messages and calls under the actor's address, but not the fund's notes on them. */
export async function requestsOf(actor: Actor, documents: OwnDocument[]) {
  const deletions = documents
    .filter(({ delete_request_status: status }) => status)
    .map(({ filename, delete_request_status, delete_requested_at, delete_requested_by: by }) => ({
      filename,
      status: delete_request_status,
      requested_at: delete_requested_at,
      requested_by: by && (by === actor.id ? 'you' : 'the fund'),
    }))
  const isOwn = sql<boolean>`lower(email) = ${actor.email.toLowerCase()}`
  return actAs(actor, async tx => ({
    deletions,
    messages: await tx
      .selectFrom('messages')
      .select(['topic', 'name', 'email', 'phone', 'amount_range', 'message', 'state', 'created_at'])
      .where(isOwn)
      .orderBy('created_at')
      .execute(),
    calls: await tx
      .selectFrom('call_requests')
      .select(['calendar', 'kind', 'name', 'email', 'phone', 'message', 'time_zone', 'starts_at', 'ends_at'])
      .select(['cancelled_at', 'created_at'])
      .where(isOwn)
      .orderBy('created_at')
      .execute(),
  }))
}

/** Who opened the actor's documents: what the history of each shows, some documents at a time. */
export async function* viewsOf(actor: Actor, documents: OwnDocument[]) {
  const names = new Map(documents.map(({ id, filename }) => [id, filename]))
  const ids = [...names.keys()]
  for (let from = 0; from < ids.length; from += batch) {
    const views = await actAs(actor, tx =>
      tx
        .selectFrom('document_views')
        .select(['document_id', 'user_name', 'user_email', 'viewed_at'])
        .where('document_id', 'in', ids.slice(from, from + batch))
        .orderBy('viewed_at', 'desc')
        .execute(),
    )
    yield views.map(view => ({ filename: names.get(view.document_id), ...view }))
  }
}

/** The log on the actor: what they did, and what was done to their account and their documents; oldest first. */
export async function* auditOf(actor: Actor, documents: OwnDocument[]) {
  const own = new Set([actor.id, ...documents.map(({ id }) => id)])
  for (let last = 0; ; ) {
    const entries = await actAs(actor, tx =>
      tx
        .selectFrom('audit_log')
        .select(['id', 'at', 'actor_id', 'action', 'subject_id', 'details'])
        .where('id', '>', last)
        .where(
          sql<boolean>`(actor_id = ${actor.id} or subject_id = ${actor.id}::text or details ->> 'user_id' = ${actor.id}::text
            or subject_id in (select d.id::text from documents d where d.user_id = ${actor.id}))`,
        )
        .orderBy('id')
        .limit(page)
        .execute(),
    )
    yield entries.map(({ id: _, actor_id, details, ...entry }) => {
      const aboutActor = own.has(entry.subject_id ?? '') || details.user_id === actor.id
      return {
        ...entry,
        by: actor_id === actor.id ? 'you' : 'the fund',
        // What somebody did for others, as an administrator, is theirs.
        details: aboutActor ? withoutOthers(actor, details) : undefined,
      }
    })
    if (entries.length < page) return
    last = entries.at(-1)?.id ?? last
  }
}

/** Leaves out who else had a hand in it: people of the fund act for the fund. */
function withoutOthers(actor: Actor, details: Record<string, unknown>): Record<string, unknown> {
  const own: unknown[] = [actor.id, actor.email, null]
  return Object.fromEntries(
    Object.entries(details).filter(([name, value]) => !/(_by|_email|_id)$/.test(name) || own.includes(value)),
  )
}
