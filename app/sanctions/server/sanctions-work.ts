import { sql } from 'kysely'
import { sanctions } from '../../../content/sanctions.ts'
import type { Day } from '../../../rules/days.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { assertId } from '../../../server/access/ids.ts'
import { queryAsAdministrator } from '../../../server/access/roles.ts'
import { prepared } from '../../../server/database/prepared.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import {
  type HitState,
  type ListedEntry,
  type ListKind,
  type NameSource,
  sanctionsPerPage,
  sanctionsShown,
} from '../sanctions.ts'

/** An uploaded list, in force or superseded. */
export interface SanctionsList {
  id: string
  kind: ListKind
  publishedOn: Day
  filename: string
  sha256: string
  bytes: number
  entries: number
  aliases: number
  addedAt: Date
  addedBy: string
  currentAsOf: Date
  /** Days since then, as the fund counts them. */
  age: number
  isInForce: boolean
  /** Names compared with it. */
  checked: number
}

/** A name that is close to an entry. */
export interface SanctionsHit {
  id: string
  source: NameSource
  holderId: string | null
  userId: string | null
  name: string
  kind: ListKind
  entry: ListedEntry
  matched: string
  score: number
  foundAt: Date
  state: HitState
  reason: string | null
  decidedAt: Date | null
  /** Whether the list in force has the entry. */
  isListed: boolean
}

export interface SanctionsWork {
  lists: SanctionsList[]
  /** A page of them: open ones, then those decided last. */
  hits: SanctionsHit[]
  hitCount: number
  open: number
  /** A page of the names compared with the lists in force, the last one first. */
  checks: { id: string; name: string; source: NameSource; kind: ListKind; hits: number; checkedAt: Date }[]
  checkCount: number
  /** Names that aren't compared with each list in force yet. */
  unchecked: number
  /** Authorized people who can't be compared, because they have no full name. */
  nameless: { id: string; email: string; holders: string[] }[]
  longestAge: number | null
}

const pageOf = (page: number) => sql`limit ${sanctionsPerPage} offset ${page * sanctionsPerPage}`

const hitColumns = sql`t.id, t.source, t.holder_id as "holderId", t.user_id as "userId", t.name, t.kind, t.entry, t.matched,
  t.score, t.found_at as "foundAt", t.state, t.reason, t.decided_at as "decidedAt", l.superseded_at is null as "isListed"`

/** Pages of the hits and of the names compared, from 0. */
interface Pages {
  hits?: number
  checks?: number
}

/** @returns the lists, a page of the hits, one of the names compared, and who isn't compared */
export async function getSanctions(
  actor: Actor,
  { hits: hitPage = 0, checks: checkPage = 0 }: Pages = {},
): Promise<SanctionsWork> {
  return queryAsAdministrator(actor, async tx => {
    const lists = await sql<SanctionsList>`
      select l.id, l.kind, l.published_on::text as "publishedOn", l.filename, l.sha256, l.size_bytes::float8 as bytes,
        l.entry_count as entries, l.alias_count as aliases, l.added_at as "addedAt", coalesce(p.full_name, p.email, '') as "addedBy",
        l.current_as_of as "currentAsOf", app.fund_day() - app.fund_day(l.current_as_of) as age,
        l.superseded_at is null as "isInForce",
        (select count(*)::integer from sanctions_checks c where c.list_id = l.id) as checked
      from sanctions_lists l left join user_profiles p on p.id = l.added_by
      order by (l.superseded_at is null) desc, l.added_at desc, l.id limit ${sanctionsShown}`.execute(tx)
    const counted = await sql<{ all: number; open: number }>`
      select count(*)::integer as all, count(*) filter (where state = 'open')::integer as open
      from sanctions_hits`.execute(tx)
    const hits = await sql<SanctionsHit>`
      select ${hitColumns} from sanctions_hits t join sanctions_lists l on l.id = t.list_id
      order by (t.state = 'open') desc, coalesce(t.decided_at, t.found_at) desc, t.id ${pageOf(hitPage)}`.execute(tx)
    const checks = await sql<SanctionsWork['checks'][number]>`
      select c.id, c.name, c.source, l.kind, c.hits, c.checked_at as "checkedAt"
      from sanctions_checks c join sanctions_lists l on l.id = c.list_id and l.superseded_at is null
      order by c.checked_at desc, c.name, c.id ${pageOf(checkPage)}`.execute(tx)
    const unchecked = await sql<{ names: number }>`select app.count_unchecked_names() as names`.execute(tx)
    const nameless = await sql<SanctionsWork['nameless'][number]>`
      select p.id, p.email, array_agg(h.legal_name order by h.number) as holders
      from user_profiles p join holder_members m on m.user_id = p.id and m.ended_at is null join holders h on h.id = m.holder_id
      where p.full_name is null group by p.id order by p.email limit ${sanctionsShown}`.execute(tx)
    return {
      lists: lists.rows,
      hits: hits.rows,
      hitCount: counted.rows[0]?.all ?? 0,
      open: counted.rows[0]?.open ?? 0,
      checks: checks.rows,
      checkCount: lists.rows.reduce((sum, { isInForce, checked }) => sum + (isInForce ? checked : 0), 0),
      unchecked: unchecked.rows[0]?.names ?? 0,
      nameless: nameless.rows,
      longestAge: sanctions.longestAge,
    }
  })
}

/** A hit beside what the fund knows of the holder or the person. */
export interface SanctionsHitPage {
  hit: SanctionsHit
  /** Holders for which it counts. */
  holders: { id: string; number: string; legalName: string; address: string | null; state: string | null }[]
  person: { id: string; email: string } | undefined
  /** Whether a decision is pending approval. */
  isRequested: boolean
}

/** @throws PortalError NOT_FOUND */
export async function getSanctionsHit(actor: Actor, hitId: string): Promise<SanctionsHitPage> {
  const id = assertId(hitId)
  return queryAsAdministrator(actor, async tx => {
    const { rows } = await sql<SanctionsHit & { isRequested: boolean }>`
      select ${hitColumns}, exists (select from approvals a where a.kind = 'sanctions.decide' and a.subject_id = t.id
        and a.decision is null) as "isRequested"
      from sanctions_hits t join sanctions_lists l on l.id = t.list_id where t.id = ${id}`.execute(tx)
    if (!rows[0]) throw new PortalError('NOT_FOUND')
    const { isRequested, ...hit } = rows[0]
    const holders = await sql<SanctionsHitPage['holders'][number]>`
      select h.id, h.number, h.legal_name as "legalName", h.address_lines as address, h.state from holders h
      where h.id = ${hit.holderId} or h.id in (select m.holder_id from holder_members m
        where m.user_id = ${hit.userId} and m.ended_at is null)
      order by h.number limit ${sanctionsShown}`.execute(tx)
    const people = await sql<{ id: string; email: string }>`
      select id, email from user_profiles where id = ${hit.userId}`.execute(tx)
    return { hit, holders: holders.rows, person: people.rows[0], isRequested }
  })
}

/** Open hits, and the days left of the oldest list in force; for administrators. */
export const sanctionsToDo = prepared(
  'sanctions_to_do',
  () => sql<{ hits: number; names: string[]; age: number | null }>`
    select (select count(*)::int from sanctions_hits where state = 'open') as hits,
      array(select name from sanctions_hits where state = 'open' order by found_at, id limit 3) as names,
      (select max(app.fund_day() - app.fund_day(current_as_of)) from sanctions_lists where superseded_at is null) as age`,
)
