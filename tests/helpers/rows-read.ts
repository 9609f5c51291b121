import pg from 'pg'
import { vi } from 'vitest'
import { idleConnections } from './idle-connections.ts'
import type { SharedPortal } from './shared-portal.ts'

/** What PostgreSQL tells of a step of a plan that has run. */
interface Step {
  'Relation Name'?: string
  'Actual Rows'?: number
  'Actual Loops'?: number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: Step[]
}

/** Makes the database tell, from now on, how every statement of the site was carried out, those in functions included. */
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
  // Connections of the site that are open already don't know.
  await owner.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()
    and pid <> pg_backend_pid() and application_name not like '%queue%'`)
}

/** @returns what `work` returns, and how many rows of each table its statements have read */
export async function rowsRead<Result>(
  work: () => Promise<Result>,
): Promise<{ result: Result; read: Record<string, number> }> {
  const read: Record<string, number> = {}
  // PostgreSQL tells how a statement was carried out when it is done with it: at the next one, or at the transaction's end.
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

/** Adds what each scan has met: rows it passed on, and rows it left out. */
function addReads(step: Step, read: Record<string, number>): void {
  const { 'Relation Name': table, 'Actual Loops': loops = 0, Plans: below = [] } = step
  const met =
    (step['Actual Rows'] ?? 0) + (step['Rows Removed by Filter'] ?? 0) + (step['Rows Removed by Index Recheck'] ?? 0)
  if (table && loops > 0) read[table] = (read[table] ?? 0) + met * loops
  for (const each of below) addReads(each, read)
}
