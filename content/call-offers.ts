import type { CallHours, Calls } from './calls-types.ts'
import { timeZone } from './fund-time-zone.ts'

const weekdays: CallHours = {
  1: ['09:00-12:00', '13:00-17:00'],
  2: ['09:00-12:00', '13:00-17:00'],
  3: ['09:00-12:00', '13:00-17:00'],
  4: ['09:00-12:00', '13:00-17:00'],
  5: ['09:00-12:00', '13:00-16:00'],
}

/** The hours and lengths of the fund's calls. Hours are in the fund's own `timeZone`. */
export const calls: Calls = {
  timeZone,
  noticeHours: 2,
  daysAhead: 14,
  closed: ['2026-11-26', '2026-11-27', '2026-12-24', '2026-12-25', '2027-01-01'],
  phone: {
    calendar: 'team',
    kind: 'phone',
    hours: weekdays,
    slotMinutes: 30,
    length: { from: 15, to: 30 },
  },
  video: {
    calendar: 'team',
    kind: 'video',
    hours: weekdays,
    slotMinutes: 30,
    length: { from: 30, to: 30 },
  },
  founder: {
    calendar: 'founder',
    kind: 'phone',
    hours: { 2: ['14:00-17:00'], 4: ['09:00-12:00'] },
    slotMinutes: 30,
    length: { from: 15, to: 30 },
  },
}
