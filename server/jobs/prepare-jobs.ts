import pg from 'pg'
import { PgBoss } from 'pg-boss'
import { log } from '../platform/log.ts'
import { openQueues, type QueueData, type QueueName, queues, schedules } from './queues.ts'

/**
 * Creates or migrates the queue's tables, our queues and their schedules, and lets the role app_jobs use them, and
 * every working role add jobs. No login of the site can remove a queue or a schedule: one of them signs the log's head,
 * which guards them all.
 * @param owner a connection that may create schemas
 */
export async function prepareJobs(owner: pg.Client): Promise<void> {
  const boss = await startAsOwner(owner)
  for (const [name, options] of Object.entries(queues)) {
    const { policy: _, ...changeable } = { policy: undefined, ...options }
    if (await boss.getQueue(name)) await boss.updateQueue(name, changeable)
    else await boss.createQueue(name, options)
  }
  for (const [name, cron] of Object.entries(schedules)) await boss.schedule(name, cron)
  const cases: string[] = []
  for (const name of openQueues) {
    cases.push(`when '${name}' then execute ${pg.escapeLiteral(await insertStatement(boss, name))} using jobs;`)
  }
  await boss.stop({ graceful: false })
  await owner.query(`
    grant usage on schema jobs to app_jobs;
    grant select, insert, update, delete on all tables in schema jobs to app_jobs;
    revoke delete on jobs.queue from app_jobs;
    revoke insert, update, delete on jobs.schedule from app_jobs;
    grant update (last_job_id, kind) on jobs.schedule to app_jobs;
    grant usage on all sequences in schema jobs to app_jobs;
    grant execute on all functions in schema jobs to app_jobs;
    grant usage on schema jobs to app_backup;
    grant select on all tables in schema jobs to app_backup;
    grant select on all sequences in schema jobs to app_backup;
    revoke all on schema_migrations from public`)
  await createEnqueue(owner, cases)
}

/** @returns the statement with which this version of pg-boss adds jobs to a queue: `$1` is a JSON array of them */
async function insertStatement(boss: PgBoss, name: QueueName): Promise<string> {
  let statement = ''
  const executeSql = async (text: string) => {
    statement = text
    return { rows: [] }
  }
  await boss.insert(name, [{}], { db: { executeSql } })
  return statement
}

/**
 * Creates `app.enqueue(queue, data, delay)`: adds a job for each element of a JSON array, to run after that many
 * seconds. It belongs to a role that no one can assume, so that people's transactions can add jobs but not read them.
 */
async function createEnqueue(owner: pg.Client, cases: string[]): Promise<void> {
  const body = `
    declare
      jobs text := (select json_agg(json_build_object('data', each, 'startAfter', delay::text))
        from jsonb_array_elements(data) each);
    begin
      case queue
        ${cases.join('\n        ')}
        else raise exception 'no such queue' using errcode = '42501';
      end case;
    end`
  const signature = 'app.enqueue(text, jsonb, integer)'
  await owner.query(`
    begin;
    grant usage on schema jobs to app_queue;
    grant select, insert on all tables in schema jobs to app_queue;
    grant execute on all functions in schema jobs to app_queue;
    grant create on schema app to app_queue;
    create or replace function app.enqueue(queue text, data jsonb, delay integer) returns void
      language plpgsql security definer set search_path = pg_catalog, pg_temp as ${pg.escapeLiteral(body)};
    alter function ${signature} owner to app_queue;
    revoke create on schema app from app_queue;
    revoke execute on function ${signature} from public;
    grant execute on function ${signature} to app_user, app_auth, app_jobs, app_visitor, app_caller, app_operator;
    commit`)
}

/**
 * Queues jobs for a command that runs beside the site, after all jobs of the site.
 * @param owner a connection of the database's owner; the jobs exist if its transaction commits
 */
export async function enqueueAsOwner<Name extends QueueName>(
  owner: pg.Client,
  name: Name,
  all: readonly QueueData[Name][],
): Promise<void> {
  const boss = await startAsOwner(owner)
  for (let from = 0; from < all.length; from += batchSize) {
    const batch = all.slice(from, from + batchSize)
    await boss.insert(
      name,
      batch.map(data => ({ data, priority: -1 })),
    )
  }
  await boss.stop({ graceful: false })
}

/** Jobs per insert statement. */
const batchSize = 1000

async function startAsOwner(owner: pg.Client): Promise<PgBoss> {
  const db = { executeSql: (text: string, values?: unknown[]) => owner.query(text, values) }
  const boss = new PgBoss({ db, schema: 'jobs', supervise: false, schedule: false })
  boss.on('error', error => log.error('the queue could not be prepared', error))
  await boss.start()
  return boss
}
