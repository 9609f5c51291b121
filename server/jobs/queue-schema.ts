import type pg from 'pg'
import { getConstructionPlans, getRollbackPlans } from 'pg-boss'

/**
 * Creates the queue's tables as in an earlier version of pg-boss, for rows copied from it. The next start migrates
 * them. Resumes after an interruption.
 * @param owner a connection that may create schemas
 * @param version of pg-boss's schema, at most this version's own
 * @returns whether that is possible
 */
export async function createQueueTables(owner: pg.Client, version: number): Promise<boolean> {
  const { rowCount } = await owner.query("select from pg_namespace where nspname = 'jobs'")
  if (rowCount === 0) await owner.query(getConstructionPlans('jobs'))
  for (;;) {
    const { rows } = await owner.query('select version::int as current from jobs.version')
    const { current } = rows[0]
    if (current <= version) return current === version
    await owner.query(getRollbackPlans('jobs', current))
  }
}
