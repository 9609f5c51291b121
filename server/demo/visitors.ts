import type pg from 'pg'
import { tiers } from '../../content/tiers.ts'
import { addDays } from '../../rules/days.ts'
import { fundDay } from '../platform/fund-day.ts'
import { insertCall, visitorMessages } from '../sample/visitors.ts'

/** Visitors' messages, and days since. */
const messages = [
  {
    topic: 'consultation' as const,
    name: 'Margaret Liu',
    email: 'margaret.liu@example.com',
    phone: '(415) 555-0163',
    amount_range: tiers.find((_, at) => at === 1)?.label,
    ago: 0.2,
    message:
      'My husband and I are selling a rental in Sacramento this month and would like to understand how the two-year note is secured before we decide. Could someone walk us through an actual loan file?',
  },
  {
    topic: 'question' as const,
    name: 'Robert Haines',
    email: 'rhaines@example.com',
    ago: 3.1,
    message: 'Do you accept investments from a self-directed IRA, and who is the custodian you work with most often?',
  },
]

/**
 * Adds the sample fund's visitors: messages, and a call booked for tomorrow.
 * @param owner the database's owner, who can backdate rows
 */
export async function addVisitors(owner: pg.Client, daysAgo: (days: number) => Date): Promise<void> {
  const dated =
    'update conversations set created_at = $2, from_person_at = $2 where $1 in (visitor_message_id, call_request_id)'
  for (const { ago, ...message } of messages) {
    const created_at = daysAgo(ago)
    await owner.query(dated, [await visitorMessages.insert(owner, { ...message, created_at }), created_at])
  }
  const created_at = daysAgo(0.8)
  const call = await insertCall(owner, new Date(`${addDays(fundDay(), 1)}T16:00:00Z`), {
    name: 'Thomas Adeyemi',
    email: 't.adeyemi@example.com',
    phone: '(312) 555-0187',
    time_zone: 'America/Chicago',
    message: 'I’d like to compare the one-year and the two-year note.',
    created_at,
  })
  await owner.query(dated, [call, created_at])
}
