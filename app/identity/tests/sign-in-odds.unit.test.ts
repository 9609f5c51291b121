import { expect, test } from 'vitest'
import {
  codeAttempts,
  codeLength,
  codeWait,
  freeCodesPerAddress,
  freeCodesPerNetwork,
  freeTriesPerNetwork,
  longestTryWait,
  longestWaitPerAddress,
  longestWaitPerNetwork,
  proofOfWorkBits,
  secondCodeAttempts,
  strangerTriesPerHour,
  strangerTryInterval,
  tryWait,
  wrongTriesPerKnownBrowser,
} from '../../../rules/limits.ts'

/** docs/security.md, "Sign-in odds". */

const day = 24 * 3_600_000
const guess = 1 / 10 ** codeLength
/** A day overlaps at most this many windows of an hour. */
const windows = 25

/** First codes that all strangers together can try in any day: freely, and then one at a time. */
const strangerTries = windows * strangerTriesPerHour + day / strangerTryInterval + windows

test('strangers’ odds stay below one in a million in a day, for one account and for any number', () => {
  const oddsOfSecondCode = secondCodeAttempts * guess
  expect(strangerTries * guess * oddsOfSecondCode).toBeLessThan(1e-6)
})

/** @returns how often an action fits in a day, with growing waits after the first ones */
function timesInDay(free: number, firstWait: number, longest: number): number {
  let [times, time] = [free, 0]
  for (let wait = firstWait; time < day; wait = Math.min(wait * 2, longest)) {
    time += wait
    times++
  }
  return times
}

test('one network’s tries in a day are few', () => {
  expect(timesInDay(freeTriesPerNetwork, tryWait, longestTryWait)).toBeLessThan(120)
})

test('a stolen known browser, without the mailbox, allows few guesses before it counts as a stranger', () => {
  expect((wrongTriesPerKnownBrowser + codeAttempts - 1) * guess).toBeLessThan(2e-5)
})

test('576 codes a day to one address are impossible by waiting, and take more computing than there is', () => {
  expect(timesInDay(freeCodesPerAddress, codeWait, longestWaitPerAddress)).toBeLessThan(90)
  expect(timesInDay(freeCodesPerNetwork, codeWait, longestWaitPerNetwork)).toBeLessThan(45)
  // The work doubles with every code. A fast graphics card makes a billion attempts a second.
  const tries = 2 ** (proofOfWorkBits + 576)
  expect(tries / 1e9 / 3600).toBeGreaterThan(1e100)
  const affordable = Math.log2(1e9 * (day / 1000)) - proofOfWorkBits
  expect(affordable).toBeLessThan(40)
})
