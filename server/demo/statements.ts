import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import type { Day } from '../../rules/notes/days.ts'
import { lastPeriod, preparedOn, type StatementPeriod } from '../../rules/statement-periods.ts'
import type { Actor } from '../access/actor.ts'
import { decideApproval } from '../approvals/decide-approval.ts'
import { prepareRun } from '../statements/prepare-run.ts'
import { requestRelease } from '../statements/release-run.ts'
import { startDueRuns } from '../statements/start-runs.ts'

/** Quarters whose statements the sample fund has. */
const quarters = 4

interface Office {
  owner: pg.Client
  today: Day
  desk: Actor
  controller: Actor
}

/** Prepares and releases the statements of the past quarters, and of the year between them, as on the days they were due. */
export async function releaseStatements(office: Office): Promise<void> {
  for (const period of pastQuarters(office.today)) {
    const day = preparedOn(period)
    await startDueRuns(day)
    const { rows } = await office.owner.query(
      "select id from statement_runs where state = 'preparing' order by period_end, kind desc",
    )
    for (const { id } of rows) await release(office, id, day)
  }
}

/** @returns the quarters whose statements are due by today, the earliest first */
function pastQuarters(today: Day): StatementPeriod[] {
  const periods: StatementPeriod[] = []
  for (let day = today; periods.length < quarters; ) {
    const period = lastPeriod('quarterly', day)
    if (preparedOn(period) <= today) periods.unshift(period)
    day = period.start
  }
  return periods
}

async function release({ owner, desk, controller }: Office, run: string, day: Day): Promise<void> {
  // The queue may be preparing it, too.
  for (let attempt = 0; attempt < 100 && !(await isPrepared(owner, run)); attempt++) {
    if (attempt > 0) await wait(100)
    await prepareRun({ run })
  }
  await decideApproval(controller, await requestRelease(desk, run), 'approved')
  await owner.query(
    `update documents set created_at = $2 where id in
      (select unnest(array[document_id, csv_document_id]) from statements where run_id = $1)`,
    [run, new Date(`${day}T16:00:00Z`)],
  )
}

async function isPrepared(owner: pg.Client, run: string): Promise<boolean> {
  const { rows } = await owner.query('select state from statement_runs where id = $1', [run])
  return rows[0].state === 'prepared'
}
