import { sql } from 'kysely'
import { actAsJobs } from '../../../server/database/act-as.ts'
import { log } from '../../../server/platform/log.ts'
import { toPrintQueue } from './print-queue.ts'

/**
 * Puts forms into the print queue if their e-mail reached no one: the handler of the daily queue `keep-tax-papers`. A
 * mail server has refused each of their e-mails for good, or has accepted none for as long as the queue tries. (E-mail
 * that bounces later returns to the office, which does the same by hand.)
 * @returns how many
 */
export async function printBounced(): Promise<number> {
  const { rows } = await actAsJobs(tx =>
    sql<{ id: string }>`
      select t.id from tax_returns t join tax_return_mails m on m.return_id = t.id
        left join mail_failures f on f.id = m.mail_id and f.delivered_at is null
          and (f.refused or f.first_failed_at < now() - interval '5 days')
      where t.delivery = 'portal' group by t.id having bool_and(f.id is not null) order by t.id`.execute(tx),
  )
  let moved = 0
  for (const { id } of rows) if (await actAsJobs(tx => toPrintQueue(tx, id, 'bounced'))) moved++
  if (moved > 0) log.info('tax forms go out on paper, because their e-mail came back', { forms: moved })
  return moved
}
