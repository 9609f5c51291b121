import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import { prepareRun } from '../../app/statements/server/prepare-run.ts'
import { requestRelease } from '../../app/statements/server/release-run.ts'
import { startDueRuns } from '../../app/statements/server/start-runs.ts'
import { lastPeriod, preparedOn, type StatementPeriod } from '../../app/statements/statement-periods.ts'
import type { Day } from '../../rules/days.ts'
import { approve, type Filling } from './filling.ts'

/** Number of quarters with statements. */
const quarters = 4

/** Prepares and releases the statements of the past quarters, and of the year between them, as of their due days. */
export async function releaseStatements(filling: Filling): Promise<void> {
  for (const period of pastQuarters(filling.today)) {
    const day = preparedOn(period)
    await startDueRuns(day)
    const { rows } = await filling.owner.query(
      "select id from statement_runs where state <> 'released' and period_end <= $1 order by period_end, kind desc",
      [period.end],
    )
    for (const { id } of rows) await release(filling, id, day)
  }
}

/** @returns quarters with statements due by today, earliest first */
function pastQuarters(today: Day): StatementPeriod[] {
  const periods: StatementPeriod[] = []
  for (let day = today; periods.length < quarters; ) {
    const period = lastPeriod('quarterly', day)
    if (preparedOn(period) <= today) periods.unshift(period)
    day = period.start
  }
  return periods
}

async function release(filling: Filling, run: string, day: Day): Promise<void> {
  const { owner, desk } = filling
  // The queue may be preparing it, too.
  for (let attempt = 0; attempt < 100 && !(await isPrepared(owner, run)); attempt++) {
    if (attempt > 0) await wait(100)
    await prepareRun({ run }, day)
  }
  await owner.query(
    `update documents set created_at = $2 where id in
      (select unnest(array[document_id, csv_document_id]) from statements where run_id = $1)`,
    [run, new Date(`${day}T16:00:00Z`)],
  )
  await approve(filling, { kind: 'statements.release', subject_id: run }, () => requestRelease(desk, run))
}

async function isPrepared(owner: pg.Client, run: string): Promise<boolean> {
  const { rows } = await owner.query('select state from statement_runs where id = $1', [run])
  return rows[0].state === 'prepared'
}
