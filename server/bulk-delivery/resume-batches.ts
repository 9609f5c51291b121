import { sql } from 'kysely'
import { actAsJobs } from '../database/act-as.ts'
import { enqueueAll } from '../jobs/jobs.ts'

/** Queues unfinished batches without a job again, such as after a backup was restored. Part of the hourly clean-up. */
export async function resumeBatches(): Promise<void> {
  await actAsJobs(async tx => {
    const { rows } = await sql<{ batch: string; round: number; state: string }>`
      select b.id as batch, b.round, b.state from paper_batches b
      where b.state in ('matching', 'approved') and b.problem is null and b.created_at < now() - interval '1 hour'
        and not exists (select from jobs.job j where j.name in ('match-papers', 'release-papers') and j.state < 'completed'
          and j.data ->> 'batch' = b.id::text)`.execute(tx)
    const reading = rows.filter(({ state }) => state === 'matching').map(({ batch, round }) => ({ batch, round }))
    const releasing = rows.filter(({ state }) => state === 'approved').map(({ batch }) => ({ batch }))
    await enqueueAll(tx, 'match-papers', reading)
    await enqueueAll(tx, 'release-papers', releasing)
  })
}
