import type pg from 'pg'
import { PgBoss } from 'pg-boss'
import { log } from '../platform/log.ts'
import { queues } from './queues.ts'

/**
 * Creates or migrates the queue's tables and our queues, and lets the role app_jobs use them.
 * @param owner a connection that may create schemas
 */
export async function prepareJobs(owner: pg.Client): Promise<void> {
  const db = { executeSql: (text: string, values?: unknown[]) => owner.query(text, values) }
  const boss = new PgBoss({ db, schema: 'jobs', supervise: false, schedule: false })
  boss.on('error', error => log.error('the queue could not be prepared', error))
  await boss.start()
  for (const [name, options] of Object.entries(queues)) {
    const { policy: _, ...changeable } = { policy: undefined, ...options }
    if (await boss.getQueue(name)) await boss.updateQueue(name, changeable)
    else await boss.createQueue(name, options)
  }
  await boss.stop({ graceful: false })
  await owner.query(`
    grant usage on schema jobs to app_jobs;
    grant select, insert, update, delete on all tables in schema jobs to app_jobs;
    grant usage on all sequences in schema jobs to app_jobs;
    grant execute on all functions in schema jobs to app_jobs;
    revoke all on schema_migrations from public`)
}
