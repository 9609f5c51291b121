import { sql } from 'kysely'
import type { Actor } from '../../../server/access/actor.ts'
import { assertId } from '../../../server/access/ids.ts'
import { queryAsAdministrator, requireAdministrator } from '../../../server/access/roles.ts'
import { prepared } from '../../../server/database/prepared.ts'
import { readAs } from '../../../server/database/read-as.ts'
import { statementRunTitle } from '../../runs/runs.ts'
import { type Runs, runsPage, toRuns } from '../../runs/server/runs-list.ts'
import { type RunKind, statementsPerPage } from '../statements.ts'
import { type RunFigures, readRunFigures } from './run-figures.ts'
import { type RunToBegin, runsToBegin, statementRecipients } from './start-runs.ts'

/** @returns a page of the runs, newest first, and those that an administrator can begin today */
export async function getStatementRuns(
  actor: Actor,
  page = 0,
): Promise<Runs<'statements'> & { toBegin: RunToBegin[] }> {
  requireAdministrator(actor)
  const [rows, wanted] = await readAs(actor, runsPage(page, 'statements'), statementRecipients())
  return { ...toRuns(rows), toBegin: runsToBegin(wanted) }
}

/** A statement in a run. Amounts are cents as text, since pages get them as JSON. */
export interface StatementEntry {
  id: string
  number: string
  holderId: string
  holder: string
  opening: string | null
  activity: string | null
  closing: string | null
  accrued: string | null
  documentId: string | null
  csvDocumentId: string | null
  isReleased: boolean
  /** The run that corrects it. */
  correction: string | null
}

/**
 * @param page from 0
 * @returns a run with a page of its statements, by number
 */
export async function getStatementRun(
  actor: Actor,
  runId: string,
  page = 0,
): Promise<{
  run: RunFigures & { title: string; isRequested: boolean }
  entries: StatementEntry[]
}> {
  const id = assertId(runId)
  return queryAsAdministrator(actor, async tx => {
    const run = await readRunFigures(tx, id)
    const { rows } =
      await sql<StatementEntry>`select s.id, s.number, s.holder_id as "holderId", h.number || ' ' || h.legal_name as holder,
        (s.opening_principal_cents + s.opening_interest_cents)::text as opening,
        (s.activity_principal_cents + s.activity_interest_cents)::text as activity,
        (s.closing_principal_cents + s.closing_interest_cents)::text as closing, s.accrued_cents::text as accrued,
        s.document_id as "documentId", s.csv_document_id as "csvDocumentId", s.released_at is not null as "isReleased",
        c.id as correction
      from statements s join holders h on h.id = s.holder_id left join statement_runs c on c.corrects = s.id
      where s.run_id = ${id} order by s.number limit ${statementsPerPage} offset ${page * statementsPerPage}`.execute(
        tx,
      )
    const open = await tx
      .selectFrom('approvals')
      .select('id')
      .where('kind', '=', 'statements.release')
      .where('subject_id', '=', id)
      .where('decision', 'is', null)
      .executeTakeFirst()
    return { run: { ...run, title: statementRunTitle(run), isRequested: open !== undefined }, entries: rows }
  })
}

/** A released statement, as the members of its holder see it. Cents; days are 'YYYY-MM-DD'. */
export interface OwnStatement {
  number: string
  kind: RunKind
  holderId: string
  holder: string
  start: string
  end: string
  closing: bigint
  documentId: string
  csvDocumentId: string
  releasedAt: Date
  /** The number of the statement that this one corrects. */
  corrects: string | null
}

const ownStatementsShown = 200

const ownStatements = prepared(
  'own_statements',
  () => sql<OwnStatement>`select s.number, s.kind, s.holder_id as "holderId", h.legal_name as holder, s.period_start as start, s.period_end as "end",
      (s.closing_principal_cents + s.closing_interest_cents)::numeric as closing, s.document_id as "documentId",
      s.csv_document_id as "csvDocumentId", s.released_at as "releasedAt", c.number as corrects
    from statements s join holders h on h.id = s.holder_id left join statements c on c.id = s.corrects
    where s.holder_id = any ((select app.my_owners())::uuid[]) and s.released_at is not null
    order by s.period_end desc, s.number desc limit ${sql.lit(ownStatementsShown)}`,
)

/** @returns the released statements of all holders that the actor acts for, newest first */
export async function getOwnStatements(actor: Actor): Promise<OwnStatement[]> {
  return (await readAs(actor, ownStatements()))[0]
}

/** A statement of a holder, as its page shows it to the office. Amounts are cents. */
export interface HolderStatement {
  number: string
  kind: RunKind
  start: string
  end: string
  closing: bigint
  documentId: string | null
  csvDocumentId: string | null
  /** Null until it is released. */
  releasedAt: Date | null
}

/** @returns what has been prepared for a holder, released or not, newest first */
export async function getHolderStatements(actor: Actor, holderId: string): Promise<HolderStatement[]> {
  const id = assertId(holderId)
  return queryAsAdministrator(actor, async tx => {
    const { rows } = await sql<HolderStatement>`
      select number, kind, period_start as start, period_end as "end",
        (closing_principal_cents + closing_interest_cents)::numeric as closing, document_id as "documentId", csv_document_id as "csvDocumentId",
        released_at as "releasedAt"
      from statements where holder_id = ${id} and prepared_at is not null
      order by period_end desc, number desc limit ${sql.lit(ownStatementsShown)}`.execute(tx)
    return rows
  })
}
