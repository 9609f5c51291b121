import type { Transaction } from 'kysely'
import { fromKysely, type JobResult, PgBoss } from 'pg-boss'
import { alsoAsJobs } from '../database/act-as.ts'
import { jobsSettings } from '../database/connection.ts'
import type { Database } from '../database/types.ts'
import { log } from '../platform/log.ts'
import { type QueueData, type QueueName, queues } from './queues.ts'

export type Handlers = { [Name in QueueName]: (data: QueueData[Name]) => Promise<void> }

/** NOTIFY wakes a worker at once, a full batch is followed by the next, and polling is for what either missed. */
const working = {
  batchSize: 10,
  burstWhenBatchFull: true,
  notifyPollingIntervalSeconds: 2,
  pollingIntervalSeconds: 1,
  // Each job of a batch ends for itself.
  perJobResults: true,
} as const

let boss: PgBoss | undefined

/**
 * Starts working the queues. A handler that throws is tried again as its queue says; it may run twice for one
 * job where the process dies at the wrong moment, so it must not mind.
 * @param handlers what to do for each queue
 */
export async function startJobs(handlers: Handlers): Promise<void> {
  const { max: _, ...settings } = jobsSettings()
  boss = new PgBoss({
    ...(settings as object),
    max: 6,
    schema: 'jobs',
    migrate: false,
    createSchema: false,
    useListenNotify: true,
    // How often it looks for jobs whose process has died; the library's minute is long for whoever waits for a code.
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
  })
  boss.on('error', error => log.warn('the queue hit an error and is continuing', { reason: error.message }))
  await boss.start()
  for (const name of Object.keys(queues) as QueueName[]) {
    await boss.work(name, working, jobs =>
      Promise.all(jobs.map(job => attempt(name, job, handlers[name] as (data: unknown) => Promise<void>))),
    )
  }
  await boss.schedule('clean-up', '17 * * * *')
}

async function attempt(
  name: QueueName,
  job: { id: string; data: unknown },
  handler: (data: unknown) => Promise<void>,
): Promise<JobResult> {
  try {
    await handler(job.data)
    return { id: job.id, status: 'completed' }
  } catch (error) {
    log.error(`a job in the queue ${name} failed and will be retried`, error, { job: job.id })
    return { id: job.id, status: 'failed' }
  }
}

/** Lets running jobs finish (ten seconds at most) and stops. */
export async function stopJobs(): Promise<void> {
  const stopping = boss
  boss = undefined
  await stopping?.stop({ graceful: true, timeout: 10_000, close: true })
}

/**
 * Puts a job in a queue as part of a transaction: it is there if and only if the transaction is kept.
 * @param tx the transaction, in whatever role; it has that role again afterwards
 * @param name which queue
 * @param data what its handler gets
 * @param delay seconds until it is worked
 */
export function enqueue<Name extends QueueName>(
  tx: Transaction<Database>,
  name: Name,
  data: QueueData[Name],
  delay = 0,
): Promise<void> {
  return asJobs(tx, (started, db) => started.send(name, data, { startAfter: delay, db }))
}

/** Puts many jobs in a queue at once, as `enqueue` does with one. */
export async function enqueueAll<Name extends QueueName>(
  tx: Transaction<Database>,
  name: Name,
  all: readonly QueueData[Name][],
  delay = 0,
): Promise<void> {
  if (all.length === 0) return
  await asJobs(tx, (started, db) =>
    started.insert(
      name,
      all.map(data => ({ data, startAfter: delay })),
      { db },
    ),
  )
}

async function asJobs(
  tx: Transaction<Database>,
  work: (started: PgBoss, db: ReturnType<typeof fromKysely>) => Promise<unknown>,
): Promise<void> {
  const started = boss
  if (!started) throw new Error('the queue has not been started')
  await alsoAsJobs(tx, () => work(started, fromKysely(tx as never)))
}
