import { randomBytes, randomUUID } from 'node:crypto'
import type pg from 'pg'
import { tiers } from '../../content/tiers.ts'

/** Visitors' messages, and days since. */
const messages = [
  {
    topic: 'consultation',
    name: 'Margaret Liu',
    email: 'margaret.liu@example.com',
    phone: '(415) 555-0163',
    amount: tiers.find((_, at) => at === 1)?.label,
    ago: 0.2,
    words:
      'My husband and I are selling a rental in Sacramento this month and would like to understand how the two-year note is secured before we decide. Could someone walk us through an actual loan file?',
  },
  {
    topic: 'question',
    name: 'Robert Haines',
    email: 'rhaines@example.com',
    phone: null,
    amount: null,
    ago: 3.1,
    words: 'Do you accept investments from a self-directed IRA, and who is the custodian you work with most often?',
  },
]

/**
 * Adds the sample fund's visitors: messages, and a call booked for tomorrow.
 * @param owner the database's owner, who can backdate rows
 */
export async function addVisitors(owner: pg.Client, daysAgo: (days: number) => Date): Promise<void> {
  for (const { topic, name, email, phone, amount, ago, words } of messages) {
    const id = randomUUID()
    await owner.query(
      `insert into messages (id, topic, name, email, phone, amount_range, message, created_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [id, topic, name, email, phone, amount, words, daysAgo(ago)],
    )
    await owner.query('update conversations set created_at = $2, from_person_at = $2 where visitor_message_id = $1', [
      id,
      daysAgo(ago),
    ])
  }
  const call = randomUUID()
  await owner.query(
    `insert into call_requests (id, calendar, kind, name, email, phone, message, time_zone, starts_at, ends_at,
      token_hash, created_at)
    values ($1, 'team', 'phone', 'Thomas Adeyemi', 't.adeyemi@example.com', '(312) 555-0187',
      'I’d like to compare the one-year and the two-year note.', 'America/Chicago',
      app.fund_day() + interval '1 day 16 hours', app.fund_day() + interval '1 day 16 hours 30 minutes',
      $2, $3)`,
    [call, randomBytes(32).toString('base64url'), daysAgo(0.8)],
  )
  await owner.query('update conversations set created_at = $2, from_person_at = $2 where call_request_id = $1', [
    call,
    daysAgo(0.8),
  ])
}
