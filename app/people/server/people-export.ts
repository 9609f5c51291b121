import { sql, type Transaction } from 'kysely'
import { exportedRows } from '../../../rules/limits.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { searchWords } from '../../../server/database/search-words.ts'
import type { Database } from '../../../server/database/types.ts'
import { type ExportedRows, exportRows, readByIds } from '../../audit/server/export-rows.ts'
import { type HeldRow, type HeldSummary, heldByPeople, toHeldSummary } from '../../lists/server/held-summary.ts'
import type { PersonState } from '../profile.ts'
import { countedDocuments } from './people-figures.ts'

/** A person in the export. Times are UTC. */
export interface ExportedPerson extends HeldSummary {
  fullName: string | null
  email: string
  organization: string | null
  state: 'administrator' | 'investor' | 'guest' | 'shared access' | 'invited' | 'access closed'
  createdAt: Date
  acceptedAt: Date | null
  lastSeen: Date | null
  documents: number
  disabledReason: string | null
}

/** Exports the people that a search finds, in the list's order. */
export async function exportPeople(
  actor: Actor,
  { search = '', state }: { search?: string; state?: PersonState | undefined } = {},
): Promise<ExportedRows<ExportedPerson>> {
  return exportRows(actor, 'people.exported', async tx => {
    const { rows } = await sql<{ ids: string[] }>`
      select ids from app.search_people(${searchWords(search)}, ${state ?? null}, true, 0, ${exportedRows})`.execute(tx)
    const ids = rows[0]?.ids ?? []
    return { rows: readByIds(actor, ids, readPeople), details: { search, state, people: ids.length } }
  })
}

async function readPeople(tx: Transaction<Database>, ids: string[]): Promise<ExportedPerson[]> {
  const { rows } = await sql<Omit<ExportedPerson, keyof HeldSummary> & HeldRow>`
    select p.full_name as "fullName", p.email, p.organization, p.created_at as "createdAt", p.accepted_at as "acceptedAt",
      p.disabled_reason as "disabledReason", seen.at as "lastSeen",
      case when p.disabled_at is not null then 'access closed' when p.is_admin then 'administrator'
        when invited.user_id is not null then 'invited' when p.accepted_at is not null then 'investor'
        when app.came_by_grant(p.id, p.email) then 'shared access' else 'guest' end as state,
      (select count(*) ${countedDocuments}) as documents, h.held, h.notes, h.next_day, h.next_cents
    from user_profiles p
    left join app.last_seen_of(${ids}::uuid[]) seen on seen.user_id = p.id
    left join (${heldByPeople(ids)}) h on h.key = p.id
    left join invitations invited on invited.user_id = p.id and invited.accepted_at is null
    where p.id = any(${ids}::uuid[]) order by array_position(${ids}::uuid[], p.id)`.execute(tx)
  return rows.map(({ held, notes, next_day, next_cents, ...person }) => ({
    ...person,
    ...toHeldSummary({ held, notes, next_day, next_cents }),
  }))
}
