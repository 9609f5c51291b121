import { sql } from 'kysely'
import type { Actor } from '../access/actor.ts'
import { assertIds } from '../access/ids.ts'
import { queryAsAdministrator } from '../access/roles.ts'
import { type HeldInShort, type HeldRow, heldByPeople, toHeldInShort } from '../lists/held-in-short.ts'

/** What takes longer to find out about people than the rest of their list. */
export interface PersonFigures {
  /** Exact to a few minutes while they are signed in, otherwise the last sign-in (UTC); null where there was none. */
  last_seen: Date | null
  documents: number
}

/** What of a person's documents is counted: what goes with another isn't. */
export const countedDocuments = sql`from documents d where d.user_id = p.id and d.companion_of is null`

/**
 * @param ids people on one page of a list
 * @returns by id, when each was last seen, and how many documents they have
 * @throws PortalError FORBIDDEN unless the actor is an administrator
 */
export async function getPeopleFigures(actor: Actor, ids: string[]): Promise<Record<string, PersonFigures>> {
  const people = ids.length > 0 ? assertIds(ids) : []
  return queryAsAdministrator(actor, async tx => {
    const { rows } = await sql<PersonFigures & { id: string }>`
      select p.id, seen.at as last_seen, (select count(*) ${countedDocuments}) as documents
      from user_profiles p left join app.last_seen_of(${people}::uuid[]) seen on seen.user_id = p.id
      where p.id = any(${people}::uuid[])`.execute(tx)
    return Object.fromEntries(rows.map(({ id, ...figures }) => [id, figures]))
  })
}

/**
 * @param ids people on one page of a list
 * @returns by id, what those hold who act for holders with notes, and what is paid to them next
 * @throws PortalError FORBIDDEN unless the actor is an administrator
 */
export async function getHeldByPeople(actor: Actor, ids: string[]): Promise<Record<string, HeldInShort>> {
  const people = ids.length > 0 ? assertIds(ids) : []
  return queryAsAdministrator(actor, async tx => {
    const { rows } = await sql<HeldRow & { key: string }>`${heldByPeople(people)}`.execute(tx)
    return Object.fromEntries(rows.map(({ key, ...held }) => [key, toHeldInShort(held)]))
  })
}
