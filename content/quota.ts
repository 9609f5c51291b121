import type { Quota } from './types.ts'

/** How much may be stored. What people may store whom nobody of the fund has accepted yet is the same for every fund. */
export const quota: Quota = {
  gigabytesPerPerson: 20,
  gigabytesForGuests: 5,
  gigabytesKeptFree: 2,
}
