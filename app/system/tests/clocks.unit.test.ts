import { expect, test } from 'vitest'
import { clockWeakness } from '../server/clocks.ts'

const minute = 60_000

test('clocks that differ by more than a minute are a problem, said with the side and how much', () => {
  expect(clockWeakness(0)).toBeUndefined()
  expect(clockWeakness(minute)).toBeUndefined()
  expect(clockWeakness(-minute)).toBeUndefined()
  const diff = (ms: number) => /^The site’s clock is (.*) the database’s,/.exec(clockWeakness(ms)?.what ?? '')?.[1]
  expect(diff(minute + 1)).toBe('1 minute ahead of')
  expect(diff(-59 * minute)).toBe('59 minutes behind')
  expect(diff(-3 * 60 * minute)).toBe('3 hours behind')
  expect(diff(39 * 24 * 60 * minute)).toBe('39 days ahead of')
})
