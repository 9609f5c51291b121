import type { Quota } from './types.ts'

/** Storage limits. The limit for people whom the fund hasn't accepted yet is the same for every fund. */
export const quota: Quota = {
  gigabytesPerPerson: 20,
  gigabytesForGuests: 5,
  gigabytesKeptFree: 2,
}
