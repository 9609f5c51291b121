import { sql, type Transaction } from 'kysely'
import { statementRunSteps } from '../../../rules/workflows.ts'
import { assertId } from '../../../server/access/ids.ts'
import { perform } from '../../../server/access/perform.ts'
import { actAsJobs } from '../../../server/database/act-as.ts'
import { prepared } from '../../../server/database/prepared.ts'
import type { Database } from '../../../server/database/types.ts'
import { enqueue } from '../../../server/jobs/jobs.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import { type StatementRhythm, statementRhythms } from '../../holders/holders.ts'
import { allAgain, type PreparedRuns, prepareRunAgain, startRun } from '../../runs/server/start-run.ts'
import { lastPeriod, preparedOn } from '../statement-periods.ts'
import { prepareAgainCommand, requestRunCommand, requestRunForCommand } from '../statements.commands.ts'
import { type RunKind, runKinds } from '../statements.ts'
import { recipientsOf } from './plan-run.ts'

/** Runs of statements, and of letters to custodians. */
export const statementRuns = {
  kind: 'statements',
  runs: 'statement_runs',
  items: 'statements',
  steps: statementRunSteps,
} as const satisfies PreparedRuns

/** What is prepared: the statements of a rhythm, or the letters of a year. */
export interface RunRequest {
  kind: RunKind
  rhythm: StatementRhythm
}

/** All kinds of runs. */
const runRequests: readonly RunRequest[] = [
  ...(Object.keys(statementRhythms) as StatementRhythm[]).map(rhythm => ({ kind: 'statement' as const, rhythm })),
  { kind: 'custodian_letter', rhythm: 'annual' },
]

/**
 * Begins the runs of ended periods, on the first business day after each; the handler of the daily queue
 * `start-statements`. A day that was missed is made up for, and a run that exists is left alone. Where no holder had a
 * note in the period, there is none.
 * @param today the fund's day
 */
export async function startDueRuns(today = fundDay()): Promise<void> {
  for (const request of runRequests) {
    const period = lastPeriod(request.rhythm, today)
    if (today >= preparedOn(period)) await actAsJobs(tx => addRun(tx, request, period))
  }
}

/** @returns the new run's id; undefined where there is nothing to prepare, or it has been begun already */
async function addRun(
  tx: Transaction<Database>,
  { kind, rhythm }: RunRequest,
  { start, end }: { start: string; end: string },
): Promise<string | undefined> {
  const run = { kind, rhythm, period_start: start, period_end: end, holder_id: null, corrects: null }
  const recipients = await recipientsOf(tx, run)
  if (recipients.length === 0) return undefined
  const { rows } = await sql<{ id: string }>`insert into statement_runs (kind, rhythm, period_start, period_end)
    values (${kind}, ${rhythm}, ${start}::date, ${end}::date)
    on conflict (kind, rhythm, period_end) where corrects is null do nothing returning id`.execute(tx)
  const id = rows[0]?.id
  if (id) await enqueue(tx, 'prepare-run', { kind: 'statements', run: id })
  return id
}

/** Prepares the last period's statements, without waiting for the clock. @returns the run's id */
export const requestRun = perform(
  requestRunCommand,
  async ({ tx, refuse, audit }, _, { run: requested }) => {
    const request = runRequests.find(({ kind, rhythm }) => `${kind} ${rhythm}` === requested)
    if (!request) throw refuse('NOT_FOUND')
    const { start, end } = lastPeriod(request.rhythm, fundDay())
    const run = { ...request, period_start: start, period_end: end }
    const id = await startRun(tx, statementRuns, run)
    const recipients = await recipientsOf(tx, { ...run, holder_id: null, corrects: null }, id)
    if (recipients.length === 0) throw refuse('STATEMENT_NOBODY')
    await audit('statements.requested', id, { ...request, start, end })
    return id
  },
  { codes: { statement_runs_once: 'STATEMENT_RUN_EXISTS' } },
)

/**
 * Prepares one holder's statement or letter after a period's run is released: for a holder who came after it, or whom
 * it left out. It is a run of its own, which two people release.
 * @returns the new run's id
 */
export const requestRunFor = perform(
  requestRunForCommand,
  async ({ tx, refuse, audit }, runId, typed) => {
    const of = assertId(runId)
    const run = await tx.selectFrom('statement_runs').selectAll().where('id', '=', of).executeTakeFirst()
    if (!run) throw refuse('NOT_FOUND')
    if (run.state !== 'released' || run.corrects) throw refuse('STATEMENT_RUN_OPEN')
    const holder = await holderWithMember(tx, typed.holder)
    const { kind, period_start, period_end } = run
    const alone = { kind, rhythm: null, period_start, period_end, holder_id: holder.id, corrects: null }
    const begun = tx.selectFrom('statement_runs').select('id').where('kind', '=', kind).where('corrects', 'is', null)
    if (await begun.where('holder_id', '=', holder.id).where('period_end', '=', period_end).executeTakeFirst())
      throw refuse('STATEMENT_RUN_EXISTS')
    if ((await recipientsOf(tx, alone)).length === 0 || (await isStated(tx, alone))) throw refuse('STATEMENT_NOT_ITS')
    const id = await startRun(tx, statementRuns, alone)
    const period = { start: period_start, end: period_end }
    await audit('statements.requested', id, { kind, holder: holder.number, ...period })
    return id
  },
  { codes: { statement_runs_alone: 'STATEMENT_RUN_EXISTS' } },
)

async function holderWithMember(tx: Transaction<Database>, typed: string): Promise<{ id: string; number: string }> {
  const { rows } = await sql<{ id: string; number: string; acted_for: boolean }>`
    select h.id, h.number, exists (select from holder_members m where m.holder_id = h.id and m.ended_at is null) as acted_for
    from holders h where h.number = ${typed.trim().toUpperCase()}`.execute(tx)
  if (!rows[0]) throw new PortalError('HOLDER_GONE')
  if (!rows[0].acted_for) throw new PortalError('STATEMENT_NO_MEMBER')
  return rows[0]
}

/** @returns whether a holder has a statement, or letter, of the period or a later one */
async function isStated(
  tx: Transaction<Database>,
  { kind, holder_id, period_end }: { kind: RunKind; holder_id: string; period_end: string },
): Promise<boolean> {
  const { rows } = await sql`select from statements s where s.holder_id = ${holder_id} and s.kind = ${kind}
    and s.period_end ${kind === 'statement' ? sql`>=` : sql`=`} ${period_end}::date limit 1`.execute(tx)
  return rows.length > 0
}

/** Prepares a run again, because the ledger or a holder's details have changed. */
export const prepareAgain = perform(prepareAgainCommand, async ({ tx, audit }, runId) => {
  const { id } = await prepareRunAgain(tx, statementRuns, runId, 'STATEMENT_RUN_STATE', allAgain)
  await audit('statements.prepared_again', id)
})

/** A run that can be begun, with the period it would have, 'YYYY-MM-DD'. */
export interface RunToBegin extends RunRequest {
  label: string
  start: string
  end: string
}

/** Which kinds of documents holders of notes get, and which runs there are. */
export const statementRecipients = prepared(
  'who_gets_which_statements',
  () => sql<RunRequest & { ends: string[] | null }>`
    select w.kind, w.rhythm, (select array_agg(r.period_end::text) from statement_runs r where r.kind = w.kind
      and r.rhythm = w.rhythm and r.holder_id is null and r.corrects is null) as ends
    from (select 'statement' as kind, h.statement_rhythm as rhythm from holders h
        where exists (select from notes n where n.holder_id = h.id and n.funded_at is not null)
      union select 'custodian_letter', 'annual' from holders h
        where h.kind = 'sdira' and exists (select from notes n where n.holder_id = h.id and n.funded_at is not null)) w`,
)

/**
 * @param wanted what `statementRecipients` reads
 * @returns the runs that an administrator can begin today: of what someone gets, and not begun yet
 */
export function runsToBegin(
  wanted: readonly (RunRequest & { ends: string[] | null })[],
  today = fundDay(),
): RunToBegin[] {
  return runRequests.flatMap(request => {
    const period = lastPeriod(request.rhythm, today)
    const found = wanted.find(({ kind, rhythm }) => kind === request.kind && rhythm === request.rhythm)
    if (!found || found.ends?.includes(period.end)) return []
    const { kind, rhythm } = request
    const label = kind === 'statement' ? `${statementRhythms[rhythm]} statements` : runKinds.custodian_letter
    return [{ ...request, label, ...period }]
  })
}
