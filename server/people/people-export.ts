import { sql } from 'kysely'
import { exportBatch, exportedRows } from '../../rules/limits.ts'
import type { PersonState } from '../../rules/profile.ts'
import type { Actor } from '../access/actor.ts'
import { audit } from '../access/audit.ts'
import { asAdministrator, requireAdministrator } from '../access/roles.ts'
import { searchWords } from '../database/search-words.ts'
import { requireFreshProof } from '../identity/fresh-proof.ts'
import { type CsvCell, csvLine } from '../platform/csv.ts'
import { streamOf } from '../platform/stream-of.ts'

/** A person as the file has them. */
interface ExportedPerson {
  full_name: string | null
  email: string
  organization: string | null
  state: 'administrator' | 'investor' | 'guest' | 'invited' | 'access closed'
  created_at: Date
  accepted_at: Date | null
  last_seen: Date | null
  documents: number
  disabled_reason: string | null
}

const columns: [string, (person: ExportedPerson) => CsvCell][] = [
  ['Name', person => person.full_name],
  ['E-mail', person => person.email],
  ['Organization', person => person.organization],
  ['State', person => person.state],
  ['Added (UTC)', person => person.created_at],
  ['Accepted (UTC)', person => person.accepted_at],
  ['Last seen (UTC)', person => person.last_seen],
  ['Documents', person => person.documents],
  ['Reason for closing', person => person.disabled_reason],
]

/**
 * Exports the people that a search finds, in the order of their list, and records that they were exported.
 * @returns CSV (RFC 4180) that is created while it is read
 * @throws PortalError FORBIDDEN unless the actor is an administrator; PROOF_NEEDED
 */
export async function exportPeople(
  actor: Actor,
  { search = '', state }: { search?: string; state?: PersonState | undefined } = {},
): Promise<ReadableStream<Uint8Array>> {
  requireAdministrator(actor)
  await requireFreshProof(actor)
  const ids = await asAdministrator(actor, async tx => {
    const { rows } = await sql<{ ids: string[] }>`
      select ids from app.search_people(${searchWords(search)}, ${state ?? null}, true, 0, ${exportedRows})`.execute(tx)
    const found = rows[0]?.ids ?? []
    await audit(tx, actor, 'people.exported', actor.id, { search, state, people: found.length })
    return found
  })
  return streamOf(csvOf(actor, ids))
}

async function* csvOf(actor: Actor, ids: string[]): AsyncGenerator<Uint8Array, void, void> {
  yield Buffer.from(csvLine(columns.map(([name]) => name)))
  for (let from = 0; from < ids.length; from += exportBatch) {
    const people = await readPeople(actor, ids.slice(from, from + exportBatch))
    yield Buffer.from(people.map(person => csvLine(columns.map(([, cell]) => cell(person)))).join(''))
  }
}

async function readPeople(actor: Actor, ids: string[]): Promise<ExportedPerson[]> {
  const { rows } = await asAdministrator(actor, tx =>
    sql<ExportedPerson>`
      select p.full_name, p.email, p.organization, p.created_at, p.accepted_at, p.disabled_reason, seen.at as last_seen,
        case when p.disabled_at is not null then 'access closed' when p.is_admin then 'administrator'
          when invited.user_id is not null then 'invited' when p.accepted_at is null then 'guest' else 'investor' end as state,
        (select count(*) from documents d where d.user_id = p.id and d.companion_of is null) as documents
      from user_profiles p
      left join app.last_seen_of(${ids}::uuid[]) seen on seen.user_id = p.id
      left join invitations invited on invited.user_id = p.id and invited.accepted_at is null
      where p.id = any(${ids}::uuid[]) order by array_position(${ids}::uuid[], p.id)`.execute(tx),
  )
  return rows
}
