import { type RawBuilder, sql, type Transaction } from 'kysely'
import { type JobResult, PgBoss } from 'pg-boss'
import { actAsJobs } from '../database/act-as.ts'
import { jobsSettings } from '../database/connection.ts'
import type { Database } from '../database/types.ts'
import { log } from '../platform/log.ts'
import { type OpenQueueName, type QueueData, type QueueName, queues } from './queues.ts'

/** Thrown by a handler that must wait and has logged so itself: the job is retried without an entry in the log. */
export class JobDeferred extends Error {
  override name = 'JobDeferred'
}

export type Handlers = { [Name in QueueName]: (data: QueueData[Name]) => Promise<void> }

/** NOTIFY wakes a worker immediately, a full batch is followed by the next, and polling finds what either missed. */
const workOptions = {
  batchSize: 10,
  burstWhenBatchFull: true,
  notifyPollingIntervalSeconds: 2,
  pollingIntervalSeconds: 1,
  // Each job of a batch succeeds or fails on its own.
  perJobResults: true,
} as const

let boss: PgBoss | undefined

/**
 * Starts processing the queues. A handler that throws is retried by its queue's settings. A job may run twice if the
 * process crashes, so handlers must be idempotent.
 * @param handlers one for each queue
 */
export async function startJobs(handlers: Handlers): Promise<void> {
  const started = new PgBoss({
    ...(jobsSettings() as object),
    schema: 'jobs',
    migrate: false,
    createSchema: false,
    useListenNotify: true,
    // Interval of looking for jobs of dead processes. The default, a minute, is too long for a sign-in code.
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
  })
  boss = started
  started.on('error', error => log.warn('the queue hit an error and is continuing', { reason: error.message }))
  await started.start()
  await Promise.all((Object.keys(queues) as QueueName[]).map(name => startWork(started, name, handlers[name])))
}

function startWork(started: PgBoss, name: QueueName, handler: Handlers[QueueName]): Promise<string> {
  return started.work(name, workOptions, jobs =>
    Promise.all(jobs.map(job => runJob(name, job, handler as (data: unknown) => Promise<void>))),
  )
}

async function runJob(
  name: QueueName,
  job: { id: string; data: unknown },
  handler: (data: unknown) => Promise<void>,
): Promise<JobResult> {
  try {
    await handler(job.data)
    return { id: job.id, status: 'completed' }
  } catch (error) {
    if (!(error instanceof JobDeferred))
      log.error(`a job in the queue ${name} failed and will be retried`, error, { job: job.id })
    return { id: job.id, status: 'failed' }
  }
}

/** Waits for running jobs (ten seconds at most) and stops. */
export async function stopJobs(): Promise<void> {
  const stopping = boss
  boss = undefined
  await stopping?.stop({ graceful: true, timeout: 10_000, close: true })
}

/**
 * Queues a job as part of a transaction: it exists only if the transaction commits.
 * @param tx the transaction, in any role
 * @param data for the handler
 * @param delay seconds until it runs
 */
export function enqueue<Name extends OpenQueueName>(
  tx: Transaction<Database>,
  name: Name,
  data: QueueData[Name],
  delay = 0,
): Promise<void> {
  return enqueueAll(tx, name, [data], delay)
}

/**
 * Queues the next run of a queue without data, unless one is queued already.
 * @param delay seconds until it runs
 */
export async function repeatJob(name: QueueName, delay: number): Promise<void> {
  // Undefined while the portal stops; the schedule queues the job again.
  await boss?.send(name, {}, { startAfter: delay })
}

/** `enqueue` for many jobs. */
export async function enqueueAll<Name extends OpenQueueName>(
  tx: Transaction<Database>,
  name: Name,
  all: readonly QueueData[Name][],
  delay = 0,
): Promise<void> {
  if (all.length === 0) return
  await sql`select app.enqueue(${name}, ${JSON.stringify(all)}::jsonb, ${delay})`.execute(tx)
}

/** Queues jobs again, unless they are queued or running. @param unfinished a query for their data */
export async function enqueueLost(name: OpenQueueName, unfinished: RawBuilder<unknown>): Promise<void> {
  await actAsJobs(async tx => {
    const { rows } = await sql<QueueData[typeof name]>`select u.* from (${unfinished}) u where not exists (
      select from jobs.job j where j.name = ${name} and j.state < 'completed' and j.data @> to_jsonb(u))`.execute(tx)
    await enqueueAll(tx, name, rows)
  })
}

/**
 * Removes a queued job, unless it is running.
 * @param tx a transaction of the queue's role
 * @param data as it was queued
 */
export async function withdraw<Name extends OpenQueueName>(
  tx: Transaction<Database>,
  name: Name,
  data: QueueData[Name],
): Promise<void> {
  await sql`delete from jobs.job where name = ${name} and state < 'active'
    and data = ${JSON.stringify(data)}::jsonb`.execute(tx)
}
