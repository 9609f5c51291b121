import { randomBytes } from 'node:crypto'
import { builderOf, newId, type Owner } from './rows.ts'

const visitor = { id: newId, name: 'Vera Visitor', email: 'vera@example.com' } as const

/** Messages from the contact form. The database opens a conversation for each, and for each call. */
export const visitorMessages = builderOf('messages', { ...visitor, topic: 'question', message: 'Hello' })

/** Booked calls; no one has the links in their e-mails. */
export const calls = builderOf('call_requests', {
  ...{ ...visitor, calendar: 'team', kind: 'phone', phone: '(512) 555-0199', time_zone: 'UTC' },
  token_hash: {
    make: () => randomBytes(32).toString('base64url'),
    sql: "rpad(replace(gen_random_uuid()::text, '-', ''), 43, 'x')",
  },
})

/** Books a call of half an hour. @returns its id */
export function insertCall(
  owner: Owner,
  starts_at: Date,
  columns: Partial<Parameters<typeof calls.row>[0]> = {},
): Promise<string> {
  return calls.insert(owner, { starts_at, ends_at: new Date(starts_at.getTime() + 30 * 60_000), ...columns })
}
