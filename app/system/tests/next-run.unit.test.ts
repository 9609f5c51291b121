import { expect, test } from 'vitest'
import { nextRun } from '../server/next-run.ts'

test.for([
  ['23 8 * * *', '2026-11-22T08:22:59Z', '2026-11-22T08:23:00Z'],
  ['23 8 * * *', '2026-11-22T08:23:00Z', '2026-11-23T08:23:00Z'],
  ['23 8 * * *', '2026-12-31T23:00:00Z', '2027-01-01T08:23:00Z'],
  ['17 * * * *', '2026-11-22T23:18:00Z', '2026-11-23T00:17:00Z'],
])('%s after %s is %s', ([cron = '', now = '', next = '']) => {
  expect(nextRun(cron, new Date(now))).toEqual(new Date(next))
})

test('what it can’t read it refuses', () => {
  expect(() => nextRun('*/5 * * * *', new Date())).toThrow('cannot tell')
})
