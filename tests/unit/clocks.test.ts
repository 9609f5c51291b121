import { expect, test } from 'vitest'
import { clockWeakness } from '../../server/system/clocks.ts'

const minute = 60_000

test('clocks that differ by more than a minute are a problem, said with the side and how much', () => {
  expect(clockWeakness(0)).toBeUndefined()
  expect(clockWeakness(minute)).toBeUndefined()
  expect(clockWeakness(-minute)).toBeUndefined()
  const said = (ms: number) => /^The site’s clock is (.*) the database’s,/.exec(clockWeakness(ms)?.what ?? '')?.[1]
  expect(said(minute + 1)).toBe('1 minute ahead of')
  expect(said(-59 * minute)).toBe('59 minutes behind')
  expect(said(-3 * 60 * minute)).toBe('3 hours behind')
  expect(said(39 * 24 * 60 * minute)).toBe('39 days ahead of')
})
