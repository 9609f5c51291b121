import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  agreeing,
  dollarsOf,
  domain,
  hue,
  payoutsOf,
  phone,
  rate,
  state,
  tier,
  zone,
} from '../../scripts/first-hour/answers.ts'
import { valueAt, withValue } from '../../scripts/first-hour/edit.ts'

test('answers are read as people type them', () => {
  expect(['503.555.0142', '+1 (503) 555-0142', '5035550142'].map(phone)).toEqual(Array(3).fill('(503) 555-0142'))
  expect(['https://www.Cedar.example/', 'cedar.example'].map(domain)).toEqual(Array(2).fill('cedar.example'))
  expect(['$150,000', '150k', '150K', '150000'].map(dollarsOf)).toEqual(Array(4).fill(150_000))
  expect(dollarsOf('1.5m')).toBe(1_500_000)
  expect(['9.75', '9.75%'].map(rate)).toEqual([9.75, 9.75])
  expect(tier('150k 9 10%')).toEqual({ from: 150_000, oneYear: 9, twoYears: 10 })
  expect(
    ['all', 'Monthly and quarterly', 'quarterly, monthly', 'annual', 'Every quarter or yearly'].map(payoutsOf),
  ).toEqual([
    ['monthly', 'quarterly', 'annually'],
    ['monthly', 'quarterly'],
    ['monthly', 'quarterly'],
    ['annually'],
    ['quarterly', 'annually'],
  ])
  expect(['blue', '12'].map(hue)).toEqual([255, 12])
  expect(['America/Los_Angeles', 'Pacific', 'Pacific Time', 'US Pacific', 'PST'].map(zone)).toEqual(
    Array(5).fill('America/Los_Angeles'),
  )
  expect(['Mountain', 'central', 'Eastern', 'Alaska', 'Hawaii', 'Arizona'].map(zone)).toEqual([
    ...['America/Denver', 'America/Chicago', 'America/New_York', 'America/Anchorage', 'Pacific/Honolulu'],
    'America/Phoenix',
  ])
  expect(['or', 'Oregon', 'Ontario'].map(state)).toEqual(['Oregon', 'Oregon', 'Ontario'])
  expect([agreeing('2', 3), agreeing('all', 3)]).toEqual([2, 3])
})

test.each([
  ['a phone number of nine digits', () => phone('503 555 014'), 'ten digits'],
  ['no domain', () => domain('cedar'), 'such as example.com'],
  ['no dollars', () => dollarsOf('a lot'), 'such as 150,000 or 150k'],
  ['a rate in hundredths of a hundredth', () => rate('9.755'), 'two decimals'],
  ['a tier without its second rate', () => tier('150k 9'), 'such as 150k 9 10'],
  ['a tier below the one before', () => tier('100k 9 10', { from: 150_000, oneYear: 9, twoYears: 10 }), 'above $150K'],
  ['a payout that doesn’t exist', () => payoutsOf('weekly'), 'monthly, quarterly, annually'],
  ['one of several', () => payoutsOf('monthly and weekly'), 'monthly, quarterly, annually'],
  ['more partners than there are', () => agreeing('4', 3), 'from 1 to 3'],
  ['a color without a hue', () => hue('mud'), 'a number from 0 to 360'],
  ['a time zone that doesn’t exist', () => zone('Oregon'), 'Pacific, Arizona'],
])('%s is refused with what would do', (_, read, says) => {
  expect(read).toThrow(says)
})

test('a value is changed where it is, and nothing else', () => {
  const code = readFileSync('content/fund.ts', 'utf8')
  const path = ['fund', 'emails', 'office']
  const changed = withValue(code, path, "'office@cedar.example'")
  expect(valueAt(changed, path)).toBe("'office@cedar.example'")
  expect(withValue(changed, path, valueAt(code, path))).toBe(code)
  expect(() => withValue(code, ['fund', 'fax'], "''")).toThrow('There is no fund.fax.')
})
