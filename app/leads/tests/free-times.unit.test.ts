import { expect, test } from 'vitest'
import type { CallOffer, Calls } from '../../../content/calls-types.ts'
import { freeTimes } from '../server/free-times.ts'

const offer: CallOffer = {
  calendar: 'team',
  kind: 'phone',
  hours: { 7: ['00:00-04:00'] },
  slotMinutes: 30,
  length: { from: 15, to: 30 },
}
const settings = { timeZone: 'America/Chicago', noticeHours: 2, daysAhead: 7, closed: [] as string[] }
const at = (times: number[]) => times.map(time => new Date(time).toISOString().slice(0, 16))
const free = (now: string, calls: Partial<Calls> = {}, taken: { from: number; to: number }[] = []) =>
  at(freeTimes({ ...offer, ...(calls.phone ?? {}) }, { ...settings, ...calls } as Calls, taken, Date.parse(now)))

test('when clocks go forward, the skipped hour has no times', () => {
  expect(free('2027-03-13T12:00Z')).toEqual([
    '2027-03-14T06:00',
    '2027-03-14T06:30',
    '2027-03-14T07:00',
    '2027-03-14T07:30',
    // 2:00 and 2:30 do not exist; 3:00 is already daylight saving time.
    '2027-03-14T08:00',
    '2027-03-14T08:30',
  ])
})

test('when clocks go back, the repeated hour is offered once', () => {
  expect(free('2027-11-06T12:00Z')).toEqual([
    '2027-11-07T05:00',
    '2027-11-07T05:30',
    '2027-11-07T06:00',
    '2027-11-07T06:30',
    '2027-11-07T08:00',
    '2027-11-07T08:30',
    '2027-11-07T09:00',
    '2027-11-07T09:30',
  ])
})

test('the same local time is a different UTC time in summer and in winter', () => {
  const hours = { phone: { ...offer, hours: { 1: ['09:00-09:30'] } }, daysAhead: 10 } as Partial<Calls>
  expect(free('2027-03-07T12:00Z', hours)).toEqual(['2027-03-08T15:00', '2027-03-15T14:00'])
})

test('minimum notice, closed days and booked calls leave no free times', () => {
  const day = { phone: { ...offer, hours: { 1: ['09:00-11:00'], 2: ['09:00-10:00'] } } } as Partial<Calls>
  expect(free('2027-01-11T13:31Z', { ...day, daysAhead: 1 })).toEqual(['2027-01-11T16:00', '2027-01-11T16:30'])
  expect(free('2027-01-11T13:31Z', { ...day, daysAhead: 2, closed: ['2027-01-11'] })).toEqual([
    '2027-01-12T15:00',
    '2027-01-12T15:30',
  ])
  // A video call of another length that overlaps two slots.
  const taken = [{ from: Date.parse('2027-01-11T15:15Z'), to: Date.parse('2027-01-11T15:45Z') }]
  expect(free('2027-01-11T10:00Z', { ...day, daysAhead: 1 }, taken)).toEqual(['2027-01-11T16:00', '2027-01-11T16:30'])
})
