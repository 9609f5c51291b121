import { onTestFinished, vi } from 'vitest'

/**
 * Lets the fund's day be a fixed one until the test ends, so that what is counted by hand stays right in years to come.
 * PostgreSQL keeps its own clock, which is later.
 * @param day 'YYYY-MM-DD', in the past; called again, another one
 */
export function givenToday(day: string): void {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${day}T18:00:00Z`) })
  onTestFinished(() => void vi.useRealTimers())
}
