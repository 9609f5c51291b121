import { expect, test, vi } from 'vitest'
import { onceIn } from '../../server/platform/once-in.ts'

test('however many ask, one looks, and its answer is everybody’s until it is old', async () => {
  vi.useFakeTimers()
  try {
    let looks = 0
    const ask = onceIn(1000, async () => ++looks)
    expect(await Promise.all(Array.from({ length: 40 }, ask))).toEqual(Array(40).fill(1))
    await vi.advanceTimersByTimeAsync(999)
    expect(await ask()).toBe(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(await Promise.all([ask(), ask()])).toEqual([2, 2])
  } finally {
    vi.useRealTimers()
  }
})
