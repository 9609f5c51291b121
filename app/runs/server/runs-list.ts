import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../../server/access/actor.ts'
import { nameOrAddress } from '../../../server/access/name-with-address.ts'
import { readAsAdministrator } from '../../../server/access/roles.ts'
import { prepared, type Statement, unprepared } from '../../../server/database/prepared.ts'
import { runsPerPage } from '../runs.ts'
import { type DocumentRunKind, kindsOfRuns } from './run-kinds.ts'

/** A run of documents in the office's list, whatever its kind. Times are UTC. */
export interface DocumentRun {
  id: string
  kind: DocumentRunKind
  /** What its kind is called, and one of its documents. */
  label: string
  noun: string
  /** The address of its page. */
  to: string
  title: string
  /** In words. */
  state: string
  tone: 'plain' | 'warning' | 'danger'
  documents: number
  /** Those of them that their recipients have. */
  released: number
  createdAt: Date
  /** Null where the calendar began it. */
  createdBy: string | null
  releasedAt: Date | null
}

/** What only the list of a kind shows. */
type Own<Kind> = Kind extends DocumentRunKind
  ? (typeof kindsOfRuns)[Kind] extends { own?: RawBuilder<infer Shown> }
    ? Shown
    : unknown
  : unknown

/** A page of runs of a kind, or of all, and how many there are. */
export interface Runs<Kind = undefined> {
  runs: (DocumentRun & Own<Kind>)[]
  total: number
}

type Row = Omit<DocumentRun, 'to' | 'label' | 'noun' | 'tone'> & { problem: string | null; own: object; total: number }

const allKinds = Object.keys(kindsOfRuns) as DocumentRunKind[]
const newestFirst = sql`page.created_at desc, page.id desc`
const oldestFirst = sql`page.created_at, page.id`

/**
 * @param kinds of the runs that are read
 * @param chosen which of the runs `page`
 */
function readRuns(kinds: readonly DocumentRunKind[], chosen: RawBuilder<unknown>, order: RawBuilder<unknown>) {
  const union = (ofKind: (kind: DocumentRunKind) => RawBuilder<unknown>) =>
    sql.join(kinds.map(ofKind), sql` union all `)
  const rowOf = (kind: DocumentRunKind) => {
    const { table, titleOf, documents, released, state, problem, by, releasedAt, own } = kindsOfRuns[kind]
    return sql`select ${titleOf} as title, ${state ?? sql`r.state`} as state, ${problem ?? sql`r.problem`} as problem,
        ${by ?? sql`r.requested_by`} as by, ${releasedAt ?? sql`r.released_at`} as released_at, ${documents}::int as documents,
        ${released ?? sql`null`}::int as released, ${(kinds.length === 1 && own) || sql`null`}::json as own
      from ${sql.table(table)} r where page.kind = ${sql.lit(kind)} and r.id = page.id`
  }
  return sql<Row>`
    with page as (select page.id, page.kind, page.created_at, count(*) over ()::int as total
      from (${union(
        kind => sql`select ${sql.lit(kind)} as kind, r.id, r.created_at, ${kindsOfRuns[kind].isReady} as is_ready
          from ${sql.table(kindsOfRuns[kind].table)} r`,
      )}) page ${chosen})
    select page.id, page.kind, page.total, page.created_at as "createdAt", r.title, r.state, r.problem, r.documents,
      coalesce(r.released, case when r.released_at is not null and r.state <> 'recalled' then r.documents else 0 end) as released,
      r.released_at as "releasedAt", ${nameOrAddress('p')} as "createdBy", r.own
    from page cross join lateral (${union(rowOf)}) r left join user_profiles p on p.id = r.by order by ${order}`
}

/**
 * @param page from 0
 * @returns a page of the runs of a kind, or of all, newest first, as `toRuns` reads it
 */
export function runsPage(page: number, kind?: DocumentRunKind): Statement<Row> {
  const chosen = sql`order by ${newestFirst} limit ${runsPerPage} offset ${page * runsPerPage}`
  return unprepared(() => readRuns(kind ? [kind] : allKinds, chosen, newestFirst))
}

/** The runs that wait longest for their review and the request of their release, as `toRuns` reads them. */
export const runsToRelease = prepared('runs_to_release', (_, most: number) =>
  readRuns(
    allKinds,
    sql`where page.is_ready and not exists (select from approvals a where a.subject_id = page.id and a.decision is null)
      order by ${oldestFirst} limit ${most}`,
    oldestFirst,
  ),
)

export function toRuns<Kind>(rows: readonly Row[]): Runs<Kind> {
  return { runs: rows.map(row => toRun(row) as DocumentRun & Own<Kind>), total: rows[0]?.total ?? 0 }
}

function toRun({ total: _, title, state, problem, own, ...row }: Row): DocumentRun {
  const { label, noun, to, title: inWords, states, blocked } = kindsOfRuns[row.kind]
  const words: Record<string, string> = states
  return {
    ...row,
    ...own,
    ...{ label, noun, to: to(row.id), title: inWords(title as never) },
    state: (problem !== null && blocked) || (words[state] ?? state),
    tone: problem !== null || state === 'recalled' ? 'danger' : state === 'requested' ? 'warning' : 'plain',
  }
}

/**
 * @param page from 0
 * @param only the requested kind, if not all; its rows have its own columns
 * @returns a page of the runs, newest first, and how many there are
 * @throws PortalError FORBIDDEN unless the actor is an administrator
 */
export async function getRuns<Kind extends DocumentRunKind | undefined = undefined>(
  actor: Actor,
  page = 0,
  only?: Kind,
): Promise<Runs<Kind>> {
  const [rows] = await readAsAdministrator(actor, runsPage(page, only))
  return toRuns(rows)
}
