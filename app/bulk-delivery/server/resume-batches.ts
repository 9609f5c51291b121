import { sql } from 'kysely'
import { enqueueLost } from '../../../server/jobs/jobs.ts'

/** Queues unfinished batches without a job again, such as after a backup was restored. Part of the hourly clean-up. */
export async function resumeBatches(): Promise<void> {
  const stalled = sql`problem is null and created_at < now() - interval '1 hour'`
  const reading = sql`select id as batch, round from paper_batches where state = 'matching' and ${stalled}`
  await enqueueLost('match-papers', reading)
  await enqueueLost(
    'release-papers',
    sql`select id as batch from paper_batches where state = 'approved' and ${stalled}`,
  )
}
