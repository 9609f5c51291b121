import { expect, test } from 'vitest'
import { poolSizes } from '../../server/database/pool-sizes.ts'

test('two versions of a site, of one or two processes each, have enough connections on a server that offers 97', () => {
  const listeners = 4
  for (const processes of [1, 2]) {
    const sizes = Object.values(poolSizes(processes))
    const each = sizes.reduce((sum, size) => sum + size, listeners)
    expect(2 * processes * each, `${processes} processes`).toBeLessThanOrEqual(97)
    // Work may hold one connection of a kind while another waits for one.
    expect(Math.min(...sizes)).toBeGreaterThan(1)
  }
})
