import { randomUUID } from 'node:crypto'
import { type Insertable, type Selectable, sql, type Transaction } from 'kysely'
import type { MessageCode } from '../../../rules/messages.ts'
import type { Step } from '../../../rules/steps.ts'
import { canTake } from '../../../rules/workflows.ts'
import { assertId } from '../../../server/access/ids.ts'
import type { Database } from '../../../server/database/types.ts'
import { enqueue } from '../../../server/jobs/jobs.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import { voidApprovals } from '../../approvals/server/ask-for-approval.ts'
import type { PreparedRunKind } from '../runs.ts'

/** Runs of a kind that a job prepares. */
export interface PreparedRuns<Runs extends keyof Database = keyof Database> {
  kind: PreparedRunKind
  /** Its tables: a run has `state`, `begun_at`, `prepared_at` and `problem`; an item `run_id`, `prepared_at` and what `PlannedItem` has. */
  runs: Runs
  items: keyof Database
  /** Into the state in which a run is prepared, and out of it once all of it is; and what the approval is for. */
  steps: { prepareAgain: Step; finish?: Step; release: Step & { approval: string } }
}

/** Writes a run, and has it prepared. @returns its id */
export async function startRun<Runs extends keyof Database>(
  tx: Transaction<Database>,
  { kind, runs }: PreparedRuns<Runs>,
  values: Insertable<Database[Runs]>,
): Promise<string> {
  const run = randomUUID()
  const columns = Object.entries<unknown>({ id: run, ...values })
  await sql`insert into ${sql.table(runs)} (${sql.join(columns.map(([name]) => sql.ref(name)))})
    values (${sql.join(columns.map(([, value]) => value))})`.execute(tx)
  await enqueue(tx, 'prepare-run', { kind, run })
  return run
}

/**
 * Locks a run of any kind.
 * @param takes the step that it takes next, and the refusal where it can't
 */
export async function lockRun<Runs extends keyof Database>(
  tx: Transaction<Database>,
  runs: Runs,
  runId: string,
  ...takes: [] | [step: Step, refusal: MessageCode]
): Promise<Selectable<Database[Runs]> & { id: string; state: string }> {
  const id = assertId(runId)
  const { rows } = await sql<Selectable<Database[Runs]> & { id: string; state: string }>`
    select * from ${sql.table(runs)} where id = ${id} for update`.execute(tx)
  const [run] = rows
  if (!run) throw new PortalError('NOT_FOUND')
  const [step, refusal] = takes
  if (step && refusal && !canTake(step, run.state)) throw new PortalError(refusal)
  return run
}

/** All items of a run are prepared again, not only those that aren't. */
export const allAgain = { begun_at: sql<Date>`clock_timestamp()` }

/**
 * Has a run prepared again. A request to release it is void.
 * @param refusal where it is released
 * @param changes of the run, such as `allAgain`
 * @returns the run as it was
 */
export async function prepareRunAgain<Runs extends keyof Database>(
  tx: Transaction<Database>,
  { kind, runs, steps: { prepareAgain, release } }: PreparedRuns<Runs>,
  runId: string,
  refusal: MessageCode,
  changes: { [Column in keyof Database[Runs]]?: unknown },
): Promise<Selectable<Database[Runs]> & { id: string }> {
  const run = await lockRun(tx, runs, runId)
  if (run.state !== prepareAgain.to && !canTake(prepareAgain, run.state)) throw new PortalError(refusal)
  await voidApprovals(tx, release.approval, run.id)
  await setColumns(tx, runs, run.id, { ...changes, state: prepareAgain.to })
  await enqueue(tx, 'prepare-run', { kind, run: run.id })
  return run
}

/** Writes columns of a run, or of an item. */
export async function setColumns(
  tx: Transaction<Database>,
  table: keyof Database,
  id: string,
  columns: Record<string, unknown>,
): Promise<void> {
  const changes = Object.entries(columns).map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
  await sql`update ${sql.table(table)} set ${sql.join(changes)} where id = ${id}`.execute(tx)
}
