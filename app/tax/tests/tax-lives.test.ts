import { expect, test } from 'vitest'
import { addDays } from '../../../rules/days.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { actAsJobs } from '../../../server/database/act-as.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { rounds } from '../../../tests/helpers/lane.ts'
import { givenLife, type Life, liveOn, readAgain, settle } from '../../../tests/helpers/note-life.ts'
import { refreshProofs } from '../../../tests/helpers/note-places.ts'
import { testPortal } from '../../../tests/helpers/portal.ts'
import type { SharedPortal } from '../../../tests/helpers/shared-portal.ts'
import { advanceNotes } from '../../notes/server/advance-notes.ts'
import { readPaidInYear } from '../../register/server/interest-paid.ts'
import type { NoteStory } from '../../register/server/note-story.ts'
import { readPayees } from '../server/payees.ts'

/** Number of notes. `TAX_LIVES=1 NOTE_SEED=…` repeats one of them. */
const lives = Number(process.env.TAX_LIVES) || rounds(20, 1000)
const firstSeed = Number(process.env.NOTE_SEED) || 1099
const sideBySide = 25

const batches = Array.from({ length: Math.ceil(lives / sideBySide) }, (_, at) => {
  const first = firstSeed + at * sideBySide
  return { first, last: Math.min(first + sideBySide, firstSeed + lives) - 1 }
})

const today = fundDay()
const years = Array.from({ length: 4 }, (_, at) => Number(today.slice(0, 4)) - at)

/** Interest in cents that a story's entries paid its holder in a year, counted one by one. */
function countedIn(year: number, { entries, holder }: NoteStory, all: Map<string, NoteStory>): Map<string, bigint> {
  const paid = new Map<string, bigint>()
  const kindOf = new Map([...all.values()].flatMap(story => story.entries.map(entry => [entry.id, entry.kind])))
  for (const { kind, reverses, relatesTo, lines } of entries) {
    const about = reverses ? kindOf.get(reverses) : kind
    if (about !== 'payment' || !relatesTo.startsWith(`${year}-`)) continue
    for (const { account, debit, credit } of lines)
      if (account === 2020 || account === 2040) paid.set(holder.id, (paid.get(holder.id) ?? 0n) + debit - credit)
  }
  return paid
}

/** @returns each holder's interest in a year, as on its form */
async function onForms(year: number): Promise<Map<string, bigint>> {
  const payees = await actAsJobs(tx => readPayees(tx, year))
  return new Map(payees.map(({ holderId, net }) => [holderId, net]))
}

async function compare(living: readonly Life[]): Promise<void> {
  for (const life of living) for (const id of [...life.notes.keys()]) await readAgain(life, id)
  for (const year of years) {
    const expected = new Map<string, bigint>()
    for (const { notes } of living)
      for (const story of notes.values())
        for (const [holder, cents] of countedIn(year, story, notes))
          expected.set(holder, (expected.get(holder) ?? 0n) + cents)
    const found = await onForms(year)
    for (const holder of new Set([...expected.keys(), ...found.keys()]))
      expect(found.get(holder) ?? 0n, `${year} of ${holder}`).toBe(expected.get(holder) ?? 0n)
    // One holder by itself has the same as among all.
    const [first] = found
    if (first) expect(await actAsJobs(tx => readPaidInYear(tx, year, first[0]))).toMatchObject([{ net: first[1] }])
  }
}

async function livedOn(begun: readonly Life[], portal: SharedPortal): Promise<void> {
  for (let living = begun; living.length > 0; living = living.filter(({ isOver }) => !isOver)) {
    await refreshProofs(portal)
    const outcomes = await Promise.allSettled(living.map(liveOn))
    outcomes.forEach((outcome, at) => {
      if (outcome.status === 'rejected')
        throw new Error(`seed ${living[at]?.seed}: ${outcome.reason}`, { cause: outcome.reason })
    })
  }
}

test.for(batches)(
  'box 1 of the holders of notes $first to $last is what their entries add up to, whatever has happened to them',
  async ({ first, last }) => {
    await using portal = await testPortal()
    const admin: Actor = portal.admin
    const colleague = await portal.newPerson('colleague@example.com', { isAdmin: true })
    const seeds = Array.from({ length: last - first + 1 }, (_, at) => first + at)
    const begun = await Promise.all(seeds.map(seed => givenLife(portal, { admin, colleague }, seed)))
    await advanceNotes()
    await livedOn(begun, portal)
    await compare(begun)
    await refreshProofs(portal)
    for (const life of begun) await settle(life)
    await compare(begun)
    expect(years.at(-1)).toBeLessThan(Number(addDays(today, -820).slice(0, 4)) + 1)
  },
)
