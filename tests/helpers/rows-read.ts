import pg from 'pg'
import { vi } from 'vitest'
import { idleConnections } from './idle-connections.ts'
import type { SharedPortal } from './shared-portal.ts'

/** A step of an executed plan in PostgreSQL. */
interface Step {
  'Relation Name'?: string
  'Actual Rows'?: number
  'Actual Loops'?: number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: Step[]
}

/** Makes the database log, from now on, the execution of every statement of the site, including those in functions. */
export async function explainEverything({ owner }: SharedPortal): Promise<void> {
  const { rows } = await owner.query('select current_database() as name')
  const settings = {
    session_preload_libraries: 'auto_explain',
    'auto_explain.log_min_duration': '0',
    'auto_explain.log_analyze': 'on',
    'auto_explain.log_timing': 'off',
    'auto_explain.log_nested_statements': 'on',
    'auto_explain.log_format': 'json',
    'auto_explain.log_level': 'notice',
  }
  for (const [name, value] of Object.entries(settings)) {
    await owner.query(`alter database ${rows[0].name} set ${name} = '${value}'`)
  }
  // Already open connections of the site don't have the setting.
  await owner.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()
    and pid <> pg_backend_pid() and application_name not like '%queue%'`)
}

/** @returns the result of `work`, and how many rows of each table its statements have read */
export async function rowsRead<Result>(
  work: () => Promise<Result>,
): Promise<{ result: Result; read: Record<string, number> }> {
  const read: Record<string, number> = {}
  // PostgreSQL logs a statement's execution once it is finished with it: at the next one, or at the transaction's end.
  await idleConnections()
  const emitted = vi.spyOn(pg.Client.prototype as pg.Client, 'emit')
  try {
    const result = await work()
    await idleConnections()
    for (const [event, notice] of emitted.mock.calls as unknown as [string, { message?: string }][]) {
      const plan = event === 'notice' && notice.message?.match(/plan:\n(\{.*\})$/s)?.[1]
      if (plan) addReads(JSON.parse(plan).Plan, read)
    }
    return { result, read }
  } finally {
    emitted.mockRestore()
  }
}

/** Adds the rows of each scan: returned ones, and filtered ones. */
function addReads(step: Step, read: Record<string, number>): void {
  const { 'Relation Name': table, 'Actual Loops': loops = 0, Plans: below = [] } = step
  const met =
    (step['Actual Rows'] ?? 0) + (step['Rows Removed by Filter'] ?? 0) + (step['Rows Removed by Index Recheck'] ?? 0)
  if (table && loops > 0) read[table] = (read[table] ?? 0) + met * loops
  for (const each of below) addReads(each, read)
}
