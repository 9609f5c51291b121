import { expect, test } from 'vitest'
import { selectRetainedBackups } from '../backups.ts'

const hour = 60 * 60 * 1000
const day = 24 * hour
const newest = new Date('2026-11-22T08:23:00Z')
const before = (ms: number) => new Date(newest.getTime() - ms)

test('of hourly backups of two years, all of two days stay, and fewer of the time before', () => {
  const all = Array.from({ length: 2 * 365 * 24 }, (_, n) => before(n * hour))
  const kept = selectRetainedBackups(all)
  expect(kept.filter(moment => moment >= before(2 * day))).toHaveLength(49)
  const older = kept.filter(moment => moment < before(2 * day))
  // Days 3 to 14, then the weeks and months that end on no retained day.
  expect(older.length).toBeGreaterThan(20)
  expect(older.length).toBeLessThan(36)
  expect(Math.min(...kept.map(Number))).toBeLessThan(+before(300 * day))
  expect(new Set(kept.map(moment => moment.toISOString().slice(0, 7))).size).toBe(12)
})

test('what is kept today is chosen from what was kept yesterday as from everything', () => {
  let kept: Date[] = []
  for (let night = 500; night >= 0; night--) kept = selectRetainedBackups([...kept, before(night * day)])
  expect(kept.length).toBeLessThan(32)
  expect(kept.filter(moment => moment > before(14 * day))).toHaveLength(14)
  expect(new Set(kept.map(moment => moment.toISOString().slice(0, 7))).size).toBe(12)
})

test('old backups stay while there are no new ones', () => {
  const old = [before(400 * day), before(900 * day)]
  expect(selectRetainedBackups(old)).toHaveLength(2)
  expect(selectRetainedBackups([])).toEqual([])
})
