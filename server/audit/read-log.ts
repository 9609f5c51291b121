import { type SqlBool, sql, type Transaction } from 'kysely'
import { calls } from '../../content/call-offers.ts'
import { type ActorRole, type AuditOutcome, type AuditQuery, actionsOf, actionWords } from '../../rules/audit-words.ts'
import { auditEntriesPerPage } from '../../rules/limits.ts'
import type { Actor } from '../access/actor.ts'
import { assertId } from '../access/ids.ts'
import { asAdministrator } from '../access/roles.ts'
import { searchWords } from '../database/search-words.ts'
import type { Database } from '../database/types.ts'
import { describeDevice } from '../identity/device-name.ts'

/** An entry of the log as administrators read it. Times are UTC. */
export interface AuditEntry {
  id: number
  at: Date
  /** Their name or address; a pseudonym where the person was erased; undefined where nobody was signed in. */
  who: string | undefined
  /** That person, while they have an account. */
  actorId: string | null
  role: ActorRole | null
  /** What was done, in words. */
  what: string
  action: string
  outcome: AuditOutcome
  /** What or whom it was done to: a name if there is one, else its id. */
  subject: string | undefined
  /** The person it was done to, if it was one. */
  personId: string | null
  /** The conversation it was done to, if it was one; then `subject` is whom it is with. */
  conversationId: string | null
  ip: string | null
  /** Such as 'Chrome on Android phone'. */
  device: string | undefined
  details: Record<string, unknown>
}

export interface AuditPage {
  /** Newest first. */
  entries: AuditEntry[]
  /** Whether there are older ones. */
  more: boolean
}

/** What to find in the log, or whose entries by their ids. */
type EntryQuery = AuditQuery & { people?: string[] }

/** Entries read at a time for an export. */
const batchSize = 1000
/** People whose entries a search finds; a search that means more finds the entries of the newest ones. */
const peopleSearched = 200

/**
 * Reads a page of the log.
 * @param after the id of the entry after which the page begins; the newest page without one
 * @throws PortalError FORBIDDEN unless the actor is an administrator
 */
export async function getAuditLog(actor: Actor, query: AuditQuery, after?: string): Promise<AuditPage> {
  return asAdministrator(actor, tx => readPage(tx, query, after))
}

async function readPage(tx: Transaction<Database>, query: EntryQuery, after: string | undefined): Promise<AuditPage> {
  const id = Number(after)
  const before = Number.isSafeInteger(id) && id > 0 ? id : undefined
  const found = await readEntries(tx, query, before, auditEntriesPerPage + 1)
  return { entries: found.slice(0, auditEntriesPerPage), more: found.length > auditEntriesPerPage }
}

/**
 * Reads a page of what a person did, and of what was done to them and their documents.
 * @param after the id of the entry after which the page begins; the newest page without one
 * @throws PortalError FORBIDDEN unless the actor is an administrator
 */
export async function getActivityOf(actor: Actor, userId: string, after?: string): Promise<AuditPage> {
  const id = assertId(userId)
  return asAdministrator(actor, tx => readPage(tx, { people: [id] }, after))
}

/**
 * Reads everything a query finds, newest first, in batches.
 * @throws PortalError FORBIDDEN unless the actor is an administrator, from the first batch on
 */
export async function* readWholeLog(actor: Actor, query: AuditQuery): AsyncGenerator<AuditEntry[], void, void> {
  for (let before: number | undefined; ; ) {
    const last: number | undefined = before
    const entries = await asAdministrator(actor, tx => readEntries(tx, query, last, batchSize))
    yield entries
    if (entries.length < batchSize) return
    before = entries.at(-1)?.id
  }
}

async function readEntries(
  tx: Transaction<Database>,
  query: EntryQuery,
  before: number | undefined,
  limit: number,
): Promise<AuditEntry[]> {
  const ids = await findEntries(tx, query, before, limit)
  const rows = await tx
    // First, so that what an entry is about can be looked up by its id. Some subjects are no ids.
    .with(
      step => step('entry').materialized(),
      log =>
        log
          .selectFrom('audit_log')
          .select(['id', 'at', 'actor_id', 'actor_role', 'actor_email', 'action', 'outcome', 'subject_id', 'ip'])
          .select(['user_agent', 'details', subjectAsId.as('subject')])
          .where(sql<SqlBool>`id = any(${ids}::bigint[])`),
    )
    .selectFrom('entry')
    .leftJoin('user_profiles as actor', 'actor.id', 'entry.actor_id')
    .leftJoin('user_profiles as person', 'person.id', 'entry.subject')
    .leftJoin('documents as document', 'document.id', 'entry.subject')
    .leftJoin('conversations as conversation', 'conversation.id', 'entry.subject')
    .leftJoin('user_profiles as partner', 'partner.id', 'conversation.person_id')
    .leftJoin('messages as message', 'message.id', 'conversation.visitor_message_id')
    .leftJoin('call_requests as call', 'call.id', 'conversation.call_request_id')
    .select(['entry.id', 'entry.at', 'entry.actor_id', 'entry.actor_role', 'entry.actor_email', 'entry.action'])
    .select(['entry.outcome', 'entry.subject_id', 'entry.ip', 'entry.user_agent', 'entry.details'])
    .select(['actor.id as current_actor', 'actor.full_name as actor_name', 'actor.email as current_email'])
    .select([
      'person.id as person_id',
      'person.full_name as person_name',
      'person.email as person_email',
      'document.filename',
      'conversation.id as conversation_id',
      sql<string | null>`coalesce(partner.full_name, partner.email, message.name, call.name)`.as('partner'),
    ])
    .orderBy('entry.id', 'desc')
    .execute()
  return rows.map(row => ({
    id: row.id,
    at: row.at,
    who: row.actor_name ?? row.current_email ?? row.actor_email ?? pseudonym(row.actor_id),
    actorId: row.current_actor,
    role: row.actor_role,
    what: actionWords(row.action),
    action: row.action,
    outcome: row.outcome,
    subject: subjectOf(row),
    personId: row.person_id,
    conversationId: row.conversation_id,
    ip: row.ip,
    device: row.user_agent ? describeDevice(row.user_agent) : undefined,
    details: row.details,
  }))
}

async function findPeople(tx: Transaction<Database>, words: string): Promise<string[]> {
  const { rows } = await sql<{ ids: string[] }>`
    select ids from app.find_users(${searchWords(words)}, 0, ${peopleSearched})`.execute(tx)
  return rows[0]?.ids ?? []
}

/** @returns the newest entries that a query finds, by id */
async function findEntries(
  tx: Transaction<Database>,
  query: EntryQuery,
  before: number | undefined,
  limit: number,
): Promise<number[]> {
  const people = query.people ?? (query.person ? await findPeople(tx, query.person) : null)
  const actions = query.group ? actionsOf(query.group) : null
  const { rows } = await sql<{ ids: number[] }>`
    select app.find_audit_entries(${people}, ${actions}, ${query.address ?? null}, ${startOfDay(query.from, 0)},
      ${startOfDay(query.to, 1)}, ${before ?? null}, ${limit})::float8[] as ids`.execute(tx)
  return rows[0]?.ids ?? []
}

/** Midnight in the fund's time zone. */
function startOfDay(day: string | undefined, daysLater: number) {
  return sql`((${day ?? null}::date + ${daysLater}::integer)::timestamp at time zone ${calls.timeZone})`
}

const subjectAsId = sql<string | null>`case when subject_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
  then subject_id::uuid end`

function subjectOf(row: {
  person_name: string | null
  person_email: string | null
  filename: string | null
  partner: string | null
  subject_id: string | null
  details: Record<string, unknown>
}): string | undefined {
  const { filename, address, email } = row.details
  const named = [row.person_name, row.person_email, row.filename, row.partner, filename, address, email].find(
    (name): name is string => typeof name === 'string',
  )
  return named ?? row.subject_id ?? undefined
}

/** @returns how an erased person is called, the same in every entry */
function pseudonym(id: string | null): string | undefined {
  return id ? `Person ${id.slice(0, 8)}` : undefined
}
