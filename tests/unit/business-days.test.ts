import { Temporal } from 'temporal-polyfill'
import { describe, expect, test } from 'vitest'
import {
  addBusinessDays,
  federalHolidays,
  isBusinessDay,
  nextBusinessDay,
  previousBusinessDay,
} from '../../rules/business-days.ts'
import { addDays, addMonths, dayOfWeek, daysBetween, formatDay, isDay } from '../../rules/days.ts'

describe('days are what Temporal says', () => {
  test('each day from 1999 to 2101: its weekday, the next, and how far it is', () => {
    const start = Temporal.PlainDate.from('1999-01-01')
    let day = start
    for (let i = 0; day.year < 2102; i++, day = day.add({ days: 1 })) {
      const text = day.toString()
      if (
        dayOfWeek(text) !== day.dayOfWeek ||
        addDays('1999-01-01', i) !== text ||
        daysBetween('1999-01-01', text) !== i
      )
        expect.fail(text)
    }
  })

  test('months later, from each day of four years and from the turn of centuries', () => {
    for (const from of ['1999-12-01', '2027-01-01', '2099-11-01']) {
      let day = Temporal.PlainDate.from(from)
      for (let i = 0; i < 1500; i++, day = day.add({ days: 1 }))
        for (const months of [-24, -1, 0, 1, 2, 3, 11, 12, 13, 24])
          if (addMonths(day.toString(), months) !== day.add({ months }).toString()) expect.fail(`${day} ${months}`)
    }
  })

  test('only days that exist are days', () => {
    for (const day of ['2028-02-29', '2000-02-29', '2027-12-31', '1999-01-01']) expect(isDay(day)).toBe(true)
    for (const text of [
      '2027-02-29',
      '2100-02-29',
      '2027-13-01',
      '2027-00-10',
      '2027-04-31',
      '2027-4-30',
      '',
      '2027-01-01 ',
    ])
      expect(isDay(text)).toBe(false)
  })

  test('in words', () => expect(formatDay('2026-11-21')).toBe('Nov 21, 2026'))
})

/** Federal Reserve, K.8: Holidays Observed by the Federal Reserve System 2026-2030. A blank is a Saturday: no day off. */
const observed: Record<number, string[]> = {
  2026: ['01-01', '01-19', '02-16', '05-25', '06-19', '', '09-07', '10-12', '11-11', '11-26', '12-25'],
  2027: ['01-01', '01-18', '02-15', '05-31', '', '07-05', '09-06', '10-11', '11-11', '11-25', ''],
  2028: ['', '01-17', '02-21', '05-29', '06-19', '07-04', '09-04', '10-09', '', '11-23', '12-25'],
  2029: ['01-01', '01-15', '02-19', '05-28', '06-19', '07-04', '09-03', '10-08', '11-12', '11-22', '12-25'],
  2030: ['01-01', '01-21', '02-18', '05-27', '06-19', '07-04', '09-02', '10-14', '11-11', '11-28', '12-25'],
}

describe.each(Object.entries(observed))('the banks of %s', (year, days) => {
  const holidays = days.filter(Boolean).map(day => `${year}-${day}`)

  test('are closed on weekends and the holidays of K.8, and open on all other days', () => {
    for (let day = `${year}-01-01`; day.startsWith(year); day = addDays(day, 1))
      if (isBusinessDay(day) !== (dayOfWeek(day) < 6 && !holidays.includes(day))) expect.fail(day)
  })

  test('keep a Saturday’s holiday on no other day', () => {
    const weekdays = federalHolidays(Number(year)).filter(({ day }) => dayOfWeek(day) < 6)
    expect(weekdays.map(({ day }) => day)).toEqual(holidays)
  })
})

test('Juneteenth is a holiday from 2021 on', () => {
  expect(isBusinessDay('2020-06-19')).toBe(true)
  expect(isBusinessDay('2023-06-19')).toBe(false)
})

test('business days before, after, and several later', () => {
  expect(nextBusinessDay('2027-07-02')).toBe('2027-07-06')
  expect(previousBusinessDay('2027-07-06')).toBe('2027-07-02')
  expect(addBusinessDays('2026-12-18', 10)).toBe('2027-01-05')
})
