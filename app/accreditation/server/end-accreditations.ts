import { sql } from 'kysely'
import { accreditation as switches } from '../../../content/accreditation.ts'
import { accreditationSteps } from '../../../rules/workflows.ts'
import { actAsJobs } from '../../../server/database/act-as.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { destroyDecidedEvidence, destroyUnsentEvidence } from './destroy-evidence.ts'

/**
 * Brings verifications up to date: ends those past their last day, destroys evidence on its day, and removes reasons of
 * rejections. Part of the daily queue `keep-accreditations`; repeated, it changes nothing more.
 * @param today YYYY-MM-DD in the fund's zone, for tests
 */
export async function endAccreditations(today = fundDay()): Promise<void> {
  await actAsJobs(async tx => {
    await tx
      .updateTable('accreditations')
      .set({ state: 'expired' })
      .where('state', 'in', accreditationSteps.expire.from)
      .where('valid_through', '<', today)
      .execute()
    await tx
      .updateTable('accreditations')
      .set({ reason: null })
      .where('state', '=', 'rejected')
      .where('reason', 'is not', null)
      .where('decided_at', '<', sql<Date>`${today}::date - ${switches.rejectionYears}::integer * interval '1 year'`)
      .execute()
  })
  await destroyDecidedEvidence(today)
  await destroyUnsentEvidence(today)
}
