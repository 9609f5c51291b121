import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { rounds } from '../../../tests/helpers/lane.ts'
import { refreshProofs } from '../../../tests/helpers/note-places.ts'
import { testPortal } from '../../../tests/helpers/portal.ts'
import { formThreshold, givenYearEnd, liveOn, settle, type YearEnd } from '../../../tests/helpers/year-end.ts'

/** Number of year ends. `YEAR_ENDS=1 NOTE_SEED=…` repeats one of them. */
const yearEnds = Number(process.env.YEAR_ENDS) || rounds(12, 60)
const firstSeed = Number(process.env.NOTE_SEED) || 6049

/** A year is furnished once, so a portal has as many year ends as possible years. */
const firstYear = 2004
const perPortal = 20
const sideBySide = 4
/** Events of each after its release. */
const acts = rounds(5, 10)

const batches = Array.from({ length: Math.ceil(yearEnds / perPortal) }, (_, at) => {
  const first = firstSeed + at * perPortal
  return { first, last: Math.min(first + perPortal, firstSeed + yearEnds) - 1 }
})

/** @returns its events */
async function livedOn(end: YearEnd): Promise<string[]> {
  try {
    for (let act = 0; act < acts; act++) await liveOn(end)
    await settle(end)
  } catch (error) {
    throw new Error(`seed ${end.seed}, after ${end.done.join(', ')}: ${error}`, { cause: error })
  }
  return end.done
}

test.for(batches)(
  'in year ends $first to $last, boxes 1 and 4 are what the ledger has or every page says that they aren’t, whatever is recorded after the release',
  async ({ first, last }) => {
    await using portal = await testPortal({ VAULT_KEY: randomBytes(32).toString('base64') })
    const colleague = await portal.newPerson('colleague@example.com', { isAdmin: true })
    const office = { admin: portal.admin, colleague }
    const done: string[] = []
    for (let seed = first; seed <= last; seed += sideBySide) {
      const ends: YearEnd[] = []
      await refreshProofs(portal)
      for (let each = seed; each < seed + sideBySide && each <= last; each++)
        ends.push(await givenYearEnd(portal, office, { seed: each, year: firstYear + each - first }))
      await refreshProofs(portal)
      done.push(...(await Promise.all(ends.map(livedOn))).flat())
    }
    // Each kind of change occurred.
    if (last - first > 8)
      expect([...new Set(done)]).toEqual(
        expect.arrayContaining(['paid', 'withheld', 'mistake', 'returned', 'corrected', 'refused to file', 'filed']),
      )
    expect(formThreshold).toBe(10_00n)
  },
)
