import type pg from 'pg'
import { expect, test } from 'vitest'
import { databasePatience, uploadRetries } from '../../rules/limits.ts'
import { connectWithRetries } from '../../server/database/pools.ts'
import { silenceNoticed } from '../../server/database/reachability.ts'

function refusingPool(answers: ('refused' | 'open')[]) {
  let requested = 0
  const connect = async () => {
    if (answers[requested++] === 'open') return 'a connection'
    throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  }
  return { pool: { connect, options: {} } as unknown as pg.Pool, requested: () => requested }
}

test('a request waits for a database that is back soon, and no longer than its budget', async () => {
  // One constant for all; a page and the end of an upload are promised within two and ten seconds.
  expect(databasePatience).toBeLessThan(2000)
  expect(silenceNoticed).toBeLessThanOrEqual(2000)
  expect(uploadRetries + 2 * databasePatience).toBeLessThan(10_000)
  const back = refusingPool(['refused', 'refused', 'open'])
  expect(await connectWithRetries(back.pool, 60_000)).toBe('a connection')
  expect(back.requested()).toBe(3)
  const away = refusingPool([])
  await expect(connectWithRetries(away.pool, 60)).rejects.toThrow('ECONNREFUSED')
  expect(away.requested()).toBeGreaterThan(1)
  // A known outage isn't waited for again.
  const before = away.requested()
  await expect(connectWithRetries(away.pool, 60)).rejects.toThrow('ECONNREFUSED')
  expect(away.requested() - before).toBe(1)
})
