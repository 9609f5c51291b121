import type pg from 'pg'
import { expect, test } from 'vitest'
import { databasePatience, uploadRetries } from '../../rules/limits.ts'
import { connectWithRetries } from '../../server/database/pools.ts'
import { silenceNoticed } from '../../server/database/reachability.ts'

function refusingPool(answers: ('refused' | 'open')[]) {
  let asked = 0
  const connect = async () => {
    if (answers[asked++] === 'open') return 'a connection'
    throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
  }
  return { pool: { connect, options: {} } as unknown as pg.Pool, asked: () => asked }
}

test('a request waits for a database that is back soon, and no longer than its budget', async () => {
  // One constant for all; a page and the end of an upload are promised within two and ten seconds.
  expect(databasePatience).toBeLessThan(2000)
  expect(silenceNoticed).toBeLessThanOrEqual(2000)
  expect(uploadRetries + 2 * databasePatience).toBeLessThan(10_000)
  const back = refusingPool(['refused', 'refused', 'open'])
  expect(await connectWithRetries(back.pool, 60_000)).toBe('a connection')
  expect(back.asked()).toBe(3)
  const away = refusingPool([])
  await expect(connectWithRetries(away.pool, 60)).rejects.toThrow('ECONNREFUSED')
  expect(away.asked()).toBeGreaterThan(1)
  // A known outage isn't waited for again.
  const before = away.asked()
  await expect(connectWithRetries(away.pool, 60)).rejects.toThrow('ECONNREFUSED')
  expect(away.asked() - before).toBe(1)
})
