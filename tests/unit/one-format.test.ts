import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { dateIn, dayIn, hourIn, isoDayIn, namedTimeIn, timeIn } from '../../rules/dates.ts'
import { dollars, fromCents, grouped, shortDollars } from '../../rules/number.ts'

/** Modules that use `Intl` to check time zones, and the one that formats dates. */
const allowed = ['rules/dates.ts', 'content/check-calls.ts', 'app/leads/server/visitor-time-zone.ts']

test('dates, numbers and money are formatted in rules/dates.ts and rules/number.ts only', () => {
  const folders = ['app', 'server', 'rules', 'content']
  const files = execFileSync('git', ['ls-files', '--', ...folders], { encoding: 'utf8' }).split('\n')
  const formatting = files
    .filter(file => /\.tsx?$/.test(file) && !file.includes('/tests/') && !allowed.includes(file))
    .filter(file => /\.toLocale\w*String\(|Intl\.(DateTime|Number)Format/.test(readFileSync(file, 'utf8')))
  expect(formatting).toEqual([])
})

test('one style for dates and times, in the zone asked for', () => {
  const at = '2026-11-22T04:22:00Z'
  expect(dateIn('America/Chicago', at, 'en-US')).toBe('Nov 21, 2026')
  expect(timeIn('America/Chicago', at, 'en-US')).toBe('Nov 21, 2026, 10:22 PM')
  expect(namedTimeIn('America/Chicago', at, 'en-US')).toBe('Nov 21, 2026, 10:22 PM CST')
  expect(namedTimeIn('UTC', at, 'en-US')).toBe('Nov 22, 2026, 4:22 AM UTC')
  expect(isoDayIn('America/Chicago', at)).toBe('2026-11-21')
  expect(dayIn('Asia/Tokyo', at, 'en-US')).toBe('Sunday, Nov 22, 2026')
  expect(hourIn('Asia/Tokyo', at, 'en-US')).toBe('1:22 PM')
})

test('one style for numbers and money', () => {
  expect([grouped(0), grouped(999), grouped(1_234_567)]).toEqual(['0', '999', '1,234,567'])
  expect([fromCents(400_000_00), fromCents(4_333_33), fromCents(400_000_00, true)]).toEqual([
    '$400,000',
    '$4,333.33',
    '$400,000.00',
  ])
  expect([dollars(200_000), shortDollars(200_000), shortDollars(30_000_000)]).toEqual(['$200,000', '$200K', '$30M'])
})
