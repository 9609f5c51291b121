import { onTestFinished, vi } from 'vitest'

/**
 * Fixes the fund's day until the test ends, so that literal results stay right in later years. PostgreSQL has its own,
 * later clock.
 * @param day 'YYYY-MM-DD', in the past; another one in a further call
 */
export function givenToday(day: string): void {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${day}T18:00:00Z`) })
  onTestFinished(() => void vi.useRealTimers())
}
