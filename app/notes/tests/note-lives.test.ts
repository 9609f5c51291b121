import { expect, test } from 'vitest'
import { addDays } from '../../../rules/days.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { rounds, slowOf } from '../../../tests/helpers/lane.ts'
import {
  canBePaidOff,
  givenLife,
  holderOf,
  type Life,
  liveOn,
  seeded,
  settle,
} from '../../../tests/helpers/note-life.ts'
import { compareAll, compareOne, ExportedBooks, refreshProofs } from '../../../tests/helpers/note-places.ts'
import { testPortal } from '../../../tests/helpers/portal.ts'
import type { NoteStory } from '../../register/server/note-story.ts'
import { dueBy } from '../due.ts'
import { advanceNotes } from '../server/advance-notes.ts'

/** Number of notes, each followed until nothing is owed anymore. `NOTE_LIVES=10000` sets it. */
const lives = Number(process.env.NOTE_LIVES) || rounds(4, 60)

/** The first seed; the others follow. `NOTE_LIVES=1 NOTE_SEED=…` repeats one of them. */
const firstSeed = Number(process.env.NOTE_SEED) || 2026

/** Lives that share a database: comparisons of the whole register cover all of them at once. */
const sideBySide = 25

const batches = Array.from({ length: Math.ceil(lives / sideBySide) }, (_, at) => {
  const first = firstSeed + at * sideBySide
  return { first, last: Math.min(first + sideBySide, firstSeed + lives) - 1 }
})

const today = fundDay()

/** Does something in each life at the same time. @throws the first failure, with its seed */
async function inEach<T>(living: readonly Life[], what: (life: Life) => Promise<T>): Promise<T[]> {
  const outcomes = await Promise.allSettled(living.map(what))
  return outcomes.map((outcome, at) => {
    if (outcome.status === 'fulfilled') return outcome.value
    const { seed = 0, done = [], tried = 0 } = living[at] ?? {}
    throw new Error(`seed ${seed}, act ${tried}, after ${done.join(', ')}: ${outcome.reason}`, {
      cause: outcome.reason,
    })
  })
}

/** The events of all lives, by kind. */
const happened: Record<string, number> = {}

test.for(batches)(
  'whatever happens to notes $first to $last, every place says the same of them, and what is owed can always be recorded',
  async ({ first, last }) => {
    await using portal = await testPortal()
    const { admin } = portal
    const colleague = await portal.newPerson('colleague@example.com', { isAdmin: true })
    const books = new ExportedBooks(admin)
    const random = seeded(first)
    const seeds = Array.from({ length: last - first + 1 }, (_, at) => first + at)
    const begun = await Promise.all(seeds.map(seed => givenLife(portal, { admin, colleague }, seed)))
    await advanceNotes()
    for (let living = begun; living.length > 0; living = living.filter(({ isOver }) => !isOver)) {
      await refreshProofs(portal)
      const changed = await inEach(living, liveOn)
      const registers = await compareAll(portal, admin, addDays(today, -Math.floor(random() * 800)), books)
      const storyOf = new Map(living.map((life, at) => [life, changed[at] ?? []]))
      await inEach(living, life =>
        Promise.all((storyOf.get(life) ?? []).map(story => compareOne(admin, holderOf(life, story), story, registers))),
      )
    }
    await refreshProofs(portal)
    const settled = new Map<Life, NoteStory[]>()
    await inEach(begun, async life => settled.set(life, await settle(life)))
    const registers = await compareAll(portal, admin, addDays(today, -Math.floor(random() * 800)), books)
    await inEach(begun, async life => {
      for (const story of settled.get(life) ?? []) {
        await compareOne(admin, holderOf(life, story), story, registers)
        expect(dueBy(story.lines, today)).toEqual([])
        if (canBePaidOff(story)) expect(story.owed).toBe(0n)
      }
    })
    const done = begun.flatMap(life => life.done)
    for (const kind of done) happened[kind] = (happened[kind] ?? 0) + 1
    const tried = begun.reduce((sum, life) => sum + life.tried, 0)
    if (seeds.length > 5) expect(done.length, JSON.stringify({ tried, done })).toBeGreaterThan(tried / 4)
  },
)

// Too few lives don't cover everything.
const told = lives >= 60 ? test : slowOf(test)
told('each kind of act has happened to some of them', () => {
  const kinds = ['payment.record', 'ledger.reverse', 'note.payoff', 'note.transfer', 'note.renew', 'note.default']
  expect(happened).toMatchObject(
    Object.fromEntries(
      [...kinds, 'note.unfund', 'note.untransfer', 'note.repay'].map(kind => [kind, expect.any(Number)]),
    ),
  )
})
