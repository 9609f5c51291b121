import { sql, type Transaction } from 'kysely'
import { agreement } from '../../../content/agreement.ts'
import { addDays } from '../../../rules/days.ts'
import { actAsJobs } from '../../../server/database/act-as.ts'
import type { Database } from '../../../server/database/types.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { queueSeal } from '../../sealing/server/sealed-files.ts'
import { openStates } from '../subscriptions.ts'
import { noteSeal } from './funded-documents.ts'
import { mailInvestor } from './subscription-mail.ts'

/**
 * Goes on with subscriptions whose funds have arrived, lets those lapse whose quote has passed its day, and says so some days
 * before; the hourly queue `keep-subscriptions`, which a funding starts, too. An agreement that is out ends with its envelope.
 * @param today 'YYYY-MM-DD' in the fund's zone, for tests
 */
export async function keepSubscriptions(today = fundDay()): Promise<void> {
  await actAsJobs(issueNotes)
  await actAsJobs(async tx => {
    await tx
      .updateTable('subscriptions')
      .set({ state: 'lapsed' })
      .where('state', 'in', openStates)
      .where('quoted_through', '<', today)
      .execute()
    const lapsing = await tx
      .updateTable('subscriptions')
      .set(eb => ({ lapse_told_for: eb.ref('quoted_through') }))
      .where('state', 'in', [...openStates, 'agreement'])
      .where('quoted_through', '<=', addDays(today, agreement.lapsingDays))
      .where(sql<boolean>`lapse_told_for is distinct from quoted_through`)
      .returning(['id', 'holder_id as holderId', 'person_id as personId'])
      .execute()
    for (const subscription of lapsing) await mailInvestor(tx, subscription, 'lapsing')
  })
}

/** The fund signs the note of each funding; its confirmation follows once that is sealed. */
async function issueNotes(tx: Transaction<Database>): Promise<void> {
  const { rows } = await sql<{ subjectId: string; holderId: string }>`
    select e.id as "subjectId", s.holder_id as "holderId" from subscriptions s join ledger_entries e on e.note_id = s.note_id
    where s.state = 'received' and e.kind = 'funds'
      and not exists (select from ledger_entries r where r.reverses = e.id)
      and not exists (select from sealed_files f where f.kind = ${noteSeal.kind} and f.subject_id = e.id)`.execute(tx)
  for (const each of rows) await queueSeal(tx, { kind: noteSeal.kind, ...each })
}
