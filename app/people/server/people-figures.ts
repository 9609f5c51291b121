import { sql } from 'kysely'
import type { Actor } from '../../../server/access/actor.ts'
import { assertIds } from '../../../server/access/ids.ts'
import { queryAsAdministrator } from '../../../server/access/roles.ts'
import { type HeldRow, type HeldSummary, heldByPeople, toHeldSummary } from '../../lists/server/held-summary.ts'

/** Figures that are slower to read than the rest of the list. */
export interface PersonFigures {
  /** Accurate to a few minutes while signed in, otherwise the last sign-in (UTC), or null. */
  lastSeen: Date | null
  documents: number
}

/** A person's counted documents, without companions. */
export const countedDocuments = sql`from documents d where d.user_id = p.id and d.companion_of is null`

/**
 * @param ids people on a page of a list
 * @returns by id, when each was last active, and their number of documents
 */
export async function getPeopleFigures(actor: Actor, ids: string[]): Promise<Record<string, PersonFigures>> {
  const people = ids.length > 0 ? assertIds(ids) : []
  return queryAsAdministrator(actor, async tx => {
    const { rows } = await sql<PersonFigures & { id: string }>`
      select p.id, seen.at as "lastSeen", (select count(*) ${countedDocuments}) as documents
      from user_profiles p left join app.last_seen_of(${people}::uuid[]) seen on seen.user_id = p.id
      where p.id = any(${people}::uuid[])`.execute(tx)
    return Object.fromEntries(rows.map(({ id, ...figures }) => [id, figures]))
  })
}

/**
 * @param ids people on a page of a list
 * @returns by id, the notes and next payment of members of holders with notes
 */
export async function getHeldByPeople(actor: Actor, ids: string[]): Promise<Record<string, HeldSummary>> {
  const people = ids.length > 0 ? assertIds(ids) : []
  return queryAsAdministrator(actor, async tx => {
    const { rows } = await sql<HeldRow & { key: string }>`${heldByPeople(people)}`.execute(tx)
    return Object.fromEntries(rows.map(({ key, ...held }) => [key, toHeldSummary(held)]))
  })
}
