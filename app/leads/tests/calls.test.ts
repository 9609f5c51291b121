import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { callMoves, callPageViewsPerClient, callsPerAddress, callsPerClient } from '../../../rules/limits.ts'
import type { Client } from '../../../server/access/client.ts'
import { calls } from '../../../server/sample/visitors.ts'
import { eventually } from '../../../tests/helpers/eventually.ts'
import {
  aboutVisitor,
  aVisitor,
  bookCall,
  humanFormProof,
  invitationIn,
  newVisitor,
} from '../../../tests/helpers/leads.ts'
import { allSent, test } from '../../../tests/helpers/shared-portal.ts'
import { cancelCall, getCall, getFreeTimes, moveCall, requestCall } from '../server/calls.ts'

test('of twenty visitors who request the same time, one gets it and nineteen are told that it is taken', async ({
  portal,
  domain,
}) => {
  const [, time = ''] = await getFreeTimes('phone')
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, (_, i) => {
      const fields = { ...aVisitor, email: `caller-${i}@${domain}` }
      return requestCall(newVisitor(), portal.url, 'phone', time, 'UTC', fields, humanFormProof('call')).then(
        () => 'booked',
        error => error.code,
      )
    }),
  )
  expect(outcomes.filter(outcome => outcome === 'booked')).toHaveLength(1)
  expect(outcomes.filter(outcome => outcome === 'TIME_TAKEN')).toHaveLength(19)
  expect(await getFreeTimes('phone')).not.toContain(time)
  const { rowCount } = await portal.owner.query('select from call_requests where starts_at = $1', [time])
  expect(rowCount).toBe(1)
})

test('the database itself refuses overlapping calls in the same calendar', async ({ portal }) => {
  const insert = (calendar: 'team' | 'founder', from: string, to: string) =>
    calls.insert(portal.owner, { calendar, starts_at: new Date(from), ends_at: new Date(to) })
  await insert('team', '2099-01-05T15:00Z', '2099-01-05T16:00Z')
  await expect(insert('team', '2099-01-05T15:30Z', '2099-01-05T16:30Z')).rejects.toMatchObject({ code: '23P01' })
  await insert('team', '2099-01-05T16:00Z', '2099-01-05T16:30Z')
  await insert('founder', '2099-01-05T15:30Z', '2099-01-05T16:00Z')
})

test('a phone call and a video call compete for the same people’s time', async ({ portal }) => {
  const phones = await getFreeTimes('phone')
  const later = (start: string) => new Date(Date.parse(start) + 30 * 60_000).toISOString()
  // Not the last one before the office closes, regardless of the hour.
  const time = (await getFreeTimes('video')).find(start => phones.includes(later(start))) ?? ''
  await bookCall(portal, time)
  expect(await getFreeTimes('video')).not.toContain(time)
  expect(await getFreeTimes('phone')).toContain(later(time))
})

test('the invitation keeps its id, counts up with each change, and is withdrawn on cancellation', async ({
  portal,
  domain,
}) => {
  const email = `vera@${domain}`
  const [, first = '', , third = ''] = await getFreeTimes('phone')
  const { id, token } = await bookCall(portal, first, { email })
  const booked = await portal.mailbox.to(email)
  const stamp = (time: string) => `${time.slice(0, 19).replaceAll(/[-:]/g, '')}Z`
  expect(invitationIn(booked)).toMatchObject({
    METHOD: 'REQUEST',
    UID: `call-${id}@larkstone.example`,
    SEQUENCE: '0',
    DTSTART: stamp(first),
    STATUS: 'CONFIRMED',
    ORGANIZER: 'MAILTO:office@larkstone.example',
    ATTENDEE: `mailto:${email}`,
  })
  // Anyone can enter anyone’s address, so mail to it must not carry a stranger’s words.
  expect(booked.text).not.toContain('Vera')
  expect(JSON.stringify(invitationIn(booked))).not.toContain('Vera')
  // The visitor’s mail uses the visitor’s time zone, the fund’s mail the fund’s.
  expect(booked.text).toContain('Eastern (New York) time')
  const toFund = await eventually('the mail to the fund', () => aboutVisitor(portal, email)[0])
  expect(toFund.subject).toContain('Central (Chicago) time')

  await moveCall(newVisitor(), portal.url, token, third)
  expect(invitationIn(await portal.mailbox.to(email, 1))).toMatchObject({
    METHOD: 'REQUEST',
    UID: `call-${id}@larkstone.example`,
    SEQUENCE: '1',
    DTSTART: stamp(third),
  })
  expect(await getFreeTimes('phone')).toContain(first)

  await cancelCall(newVisitor(), portal.url, token)
  expect(invitationIn(await portal.mailbox.to(email, 2))).toMatchObject({
    METHOD: 'CANCEL',
    UID: `call-${id}@larkstone.example`,
    SEQUENCE: '2',
    STATUS: 'CANCELLED',
  })
  expect(await getFreeTimes('phone')).toContain(third)
  await expect(cancelCall(newVisitor(), portal.url, token)).rejects.toMatchObject({ code: 'CALL_CANCELLED' })
  await expect(moveCall(newVisitor(), portal.url, token, first)).rejects.toMatchObject({ code: 'CALL_CANCELLED' })
})

test('a call is moved a few times in a day at most, since each time both sides get an e-mail', async ({ portal }) => {
  const times = (await getFreeTimes('phone')).slice(-callMoves - 2)
  const { token } = await bookCall(portal, times[0] ?? '')
  for (const time of times.slice(1, callMoves + 1)) await moveCall(newVisitor(), portal.url, token, time)
  await expect(moveCall(newVisitor(), portal.url, token, times.at(-1) ?? '')).rejects.toMatchObject({
    code: 'TOO_MANY_TODAY',
  })
})

test('a call cannot be moved onto another call or outside the hours', async ({ portal, domain }) => {
  const [, first = '', second = ''] = await getFreeTimes('phone')
  const mine = await bookCall(portal, first)
  await bookCall(portal, second, { email: `other@${domain}` })
  const move = (to: string) => moveCall(newVisitor(), portal.url, mine.token, to)
  await expect(move(second)).rejects.toMatchObject({ code: 'TIME_TAKEN' })
  await expect(move('2099-01-01T03:00:00.000Z')).rejects.toMatchObject({ code: 'TIME_TAKEN' })
  await expect(move('tomorrow')).rejects.toMatchObject({ code: 'TIME_REQUIRED' })
  expect(await getCall(newVisitor(), mine.token)).toMatchObject({ startsAt: new Date(first), cancelledAt: null })
})

test('the same form sent twice makes one call and one mail', async ({ portal, domain }) => {
  const visitor = { ...aVisitor, email: `vera@${domain}` }
  const [, time = ''] = await getFreeTimes('phone')
  const id = randomUUID()
  const send = () => requestCall(newVisitor(), portal.url, 'phone', time, 'UTC', visitor, humanFormProof('call', id))
  await Promise.all([send(), send()])
  await portal.mailbox.to(visitor.email)
  expect((await portal.owner.query('select from call_requests where id = $1', [id])).rowCount).toBe(1)
  await allSent(portal)
  expect(portal.mailbox.count(visitor.email)).toBe(1)
  expect(aboutVisitor(portal, visitor.email)).toHaveLength(1)
})

test('a form sent again after a lost answer reports the booked time, even with a different time in it', async ({
  portal,
  domain,
}) => {
  const visitor = { ...aVisitor, email: `vera@${domain}` }
  const [first = '', second = ''] = await getFreeTimes('phone')
  const id = randomUUID()
  const send = (time: string) =>
    requestCall(newVisitor(), portal.url, 'phone', time, 'UTC', visitor, humanFormProof('call', id))
  expect(await send(first)).toMatchObject({ startsAt: first })
  expect(await send(second)).toMatchObject({ startsAt: first })
  expect(await getFreeTimes('phone')).toContain(second)
  const mail = await portal.mailbox.to(visitor.email)
  await cancelCall(newVisitor(), portal.url, /\/call#([\w-]{43})/.exec(mail.text ?? '')?.[1] ?? '')
  await expect(send(second)).rejects.toMatchObject({ code: 'CALL_CANCELLED' })
})

test('calls are limited by client and by address; a time that was taken costs nothing', async ({ portal, domain }) => {
  const times = await getFreeTimes('phone')
  const free = () => times.pop() ?? ''
  const book = (client: Client, email: string, time = free()) =>
    requestCall(client, portal.url, 'phone', time, 'UTC', { ...aVisitor, email }, humanFormProof('call')).then(
      () => 'booked',
      error => error.code,
    )
  const booked = (count: number) => Array<string>(count).fill('booked')
  const outcomes: string[] = []
  const flood = newVisitor()
  const taken = free()
  expect(await book(newVisitor(), `first@${domain}`, taken)).toBe('booked')
  for (let i = 0; i < 3; i++) expect(await book(flood, `slow@${domain}`, taken)).toBe('TIME_TAKEN')
  for (let i = 0; i <= callsPerClient; i++) outcomes.push(await book(flood, `caller-${i}@${domain}`))
  expect(outcomes).toEqual([...booked(callsPerClient), 'TOO_MANY_TODAY'])
  outcomes.length = 0
  for (let i = 0; i <= callsPerAddress; i++) outcomes.push(await book(newVisitor(), `Victim@${domain}`))
  expect(outcomes).toEqual([...booked(callsPerAddress), 'TOO_MANY_TODAY'])
})

test('a phone call requires a phone number, a video call does not; an unknown time zone falls back to the fund’s', async ({
  portal,
  domain,
}) => {
  const visitor = { ...aVisitor, email: `vera@${domain}` }
  const book = (offer: 'phone' | 'video', time: string) =>
    requestCall(newVisitor(), portal.url, offer, time, 'Not/A_Zone', { ...visitor, phone: '' }, humanFormProof('call'))
  const [, time = ''] = await getFreeTimes('video')
  await expect(book('phone', time)).rejects.toMatchObject({ code: 'PHONE_REQUIRED' })
  await book('video', time)
  expect((await portal.mailbox.to(visitor.email)).text).toContain('Central (Chicago) time')
  // A video call lasts 30 minutes, in the calendar as on the page.
  const { rows } = await portal.owner.query(
    'select extract(epoch from ends_at - starts_at)::int / 60 as minutes from call_requests where email = $1',
    [visitor.email],
  )
  expect(rows).toEqual([{ minutes: 30 }])
})

test('a call is booked even while the mail server refuses mail', async ({ portal, domain }) => {
  const visitor = { ...aVisitor, email: `vera@${domain}` }
  const [, time = ''] = await getFreeTimes('founder')
  portal.mailbox.refusing = true
  const id = randomUUID()
  await requestCall(newVisitor(), portal.url, 'founder', time, 'UTC', visitor, humanFormProof('call', id))
  const { rows } = await portal.owner.query('select calendar from call_requests where id = $1', [id])
  expect(rows).toEqual([{ calendar: 'founder' }])
  portal.mailbox.refusing = false
  await portal.mailbox.to(visitor.email)
})

test('the secret is not stored, and guesses are rate-limited', async ({ portal }) => {
  const [, time = ''] = await getFreeTimes('phone')
  const { token } = await bookCall(portal, time)
  const stored = await portal.owner.query(
    "select query_to_xml('select * from call_requests', true, false, '')::text || query_to_xml('select * from jobs.job', true, false, '')::text as everything",
  )
  expect(stored.rows[0].everything).not.toContain(token)
  const guesser = newVisitor()
  const codes = new Set<string>()
  for (let i = 0; i <= callPageViewsPerClient; i++) {
    await getCall(guesser, `guess-${i}`).catch(error => codes.add(error.code))
  }
  expect([...codes]).toEqual(['CALL_UNKNOWN', 'TOO_MANY_LEADS'])
})
