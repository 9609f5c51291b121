import { sql } from 'kysely'
import { actAsJobs } from '../../../server/database/act-as.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { notifyOfReads } from '../../notifications/server/notify.ts'
import { type DelegateKind, endsSoonDays } from '../delegates.ts'
import { mailDelegate, mailMember } from './delegate-mail.ts'
import { monthBefore } from './delegate-reads.ts'
import { membersOf } from './notify-of-grant.ts'

/**
 * The handler of the daily queue `keep-grants`: notifies both sides of grants that end within two weeks, and members,
 * once a month, of what their delegates viewed in the month before. The end of a grant itself needs no job. Repeated,
 * it notifies no one again.
 * @param today 'YYYY-MM-DD' in the fund's zone, for tests
 */
export async function sendGrantReminders(today = fundDay()): Promise<void> {
  await remindOfEnds(today)
  await notifyMembersOfReads(today)
}

interface Ending {
  id: string
  holder_id: string
  person_id: string
  kind: DelegateKind
}

async function remindOfEnds(today: string): Promise<void> {
  await actAsJobs(async tx => {
    const { rows } = await sql<Ending>`update grants set end_told_at = now()
      where accepted_at is not null and revoked_at is null and end_told_at is null
        and ends_at > app.after_fund_day(${today}::date - 1)
        and ends_at <= app.after_fund_day(${today}::date + ${endsSoonDays}::integer)
      returning id, holder_id, person_id, kind`.execute(tx)
    for (const { holder_id, person_id, kind } of rows) {
      await mailDelegate(tx, person_id, 'ends-soon')
      for (const member of await membersOf(tx, holder_id)) await mailMember(tx, member, 'ends-soon', kind)
    }
  })
}

async function notifyMembersOfReads(today: string): Promise<void> {
  const { from, to } = monthBefore(today)
  await actAsJobs(async tx => {
    const { rows } = await sql<{ holder_id: string; person_id: string }>`
      update grants set reads_told_for = ${from}::date
      where coalesce(reads_told_for < ${from}::date, true) and exists (select from delegate_reads r
        where r.grant_id = grants.id and r.read_at >= app.after_fund_day(${from}::date - 1)
          and r.read_at < app.after_fund_day(${to}::date - 1))
      returning holder_id, person_id`.execute(tx)
    const delegatesOf = new Map<string, Set<string>>()
    for (const { holder_id, person_id } of rows)
      for (const member of await membersOf(tx, holder_id))
        delegatesOf.set(person_id, (delegatesOf.get(person_id) ?? new Set()).add(member))
    for (const [delegateId, members] of delegatesOf) await notifyOfReads(tx, { delegateId, userIds: [...members] })
  })
}
