import { sql, type Transaction } from 'kysely'
import { calls } from '../../../content/call-offers.ts'
import { actionsOf, actionWords } from '../../../rules/audit-words.ts'
import { auditEntriesPerPage } from '../../../rules/limits.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { assertId } from '../../../server/access/ids.ts'
import { asAdministrator, queryAsAdministrator } from '../../../server/access/roles.ts'
import { searchWords } from '../../../server/database/search-words.ts'
import type { Database } from '../../../server/database/types.ts'
import { describeDevice } from '../../identity/server/device-name.ts'
import type { ActorRole, AuditOutcome, AuditQuery } from '../audit-query.ts'
import { type Subject, type SubjectRow, subjectAsId, subjectOf, subjects } from './subject-of.ts'

/** An entry of the log as administrators read it. Times are UTC. */
export interface AuditEntry extends Subject {
  id: number
  at: Date
  /** Name or address; a pseudonym for an erased person; undefined if no one was signed in. */
  who: string | undefined
  /** That person, while they have an account. */
  actorId: string | null
  role: ActorRole | null
  /** The action, in words. */
  what: string
  action: string
  outcome: AuditOutcome
  /** The person concerned, if any. */
  personId: string | null
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

/** An entry, with the columns of its subject. */
type EntryRow = SubjectRow &
  Omit<AuditEntry, 'who' | 'what' | 'device' | 'personId' | keyof Subject> & {
    actor: string | null
    name: string | null
    subject_id: string | null
    userAgent: string | null
  }

/** Filters of the log, or ids of the people whose entries to find. */
type EntryQuery = AuditQuery & { people?: string[] }

/** Batch size of an export. */
const batchSize = 1000
/** Most people that a search by name includes, the newest ones. */
const peopleSearched = 200

/**
 * Reads a page of the log.
 * @param after id of the entry before the page; the newest page without one
 */
export async function getAuditLog(actor: Actor, query: AuditQuery, after?: string): Promise<AuditPage> {
  return queryAsAdministrator(actor, tx => readPage(tx, query, after))
}

async function readPage(tx: Transaction<Database>, query: EntryQuery, after: string | undefined): Promise<AuditPage> {
  const id = Number(after)
  const before = Number.isSafeInteger(id) && id > 0 ? id : undefined
  const found = await readEntries(tx, query, before, auditEntriesPerPage + 1)
  return { entries: found.slice(0, auditEntriesPerPage), more: found.length > auditEntriesPerPage }
}

/**
 * Reads a page of entries by a person, and about them and their documents.
 * @param after id of the entry before the page; the newest page without one
 */
export async function getActivityOf(actor: Actor, userId: string, after?: string): Promise<AuditPage> {
  const id = assertId(userId)
  return queryAsAdministrator(actor, tx => readPage(tx, { people: [id] }, after))
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
  const { rows } = await sql<EntryRow>`with entry as materialized (
      select id, at, actor_id, actor_role, actor_email, action, outcome, subject_id, ip, user_agent, details,
        ${subjectAsId} as subject
      from audit_log where id = any(${ids}::bigint[]))
    select entry.id::float8 as id, entry.at, entry.actor_id as actor, entry.actor_role as role, entry.action,
      entry.outcome, entry.subject_id, entry.ip, entry.user_agent as "userAgent", entry.details, actor.id as "actorId",
      coalesce(actor.full_name, actor.email, entry.actor_email) as name, about.*
    from entry left join user_profiles actor on actor.id = entry.actor_id
      join (${subjects}) about on about.entry_id = entry.id
    order by entry.id desc`.execute(tx)
  return rows.map(row => ({
    id: row.id,
    at: row.at,
    who: row.name ?? pseudonym(row.actor),
    actorId: row.actorId,
    role: row.role,
    what: actionWords(row.action),
    action: row.action,
    outcome: row.outcome,
    ...subjectOf(row, row),
    personId: row.person_id,
    ip: row.ip,
    device: row.userAgent ? describeDevice(row.userAgent) : undefined,
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

/** @returns an erased person's pseudonym, the same in every entry */
function pseudonym(id: string | null): string | undefined {
  return id ? `Person ${id.slice(0, 8)}` : undefined
}
