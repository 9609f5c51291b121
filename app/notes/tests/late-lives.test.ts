import { expect, test } from 'vitest'
import { addDays, type Day } from '../../../rules/days.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { expectRecomputed, expectTies } from '../../../tests/helpers/accountant.ts'
import { rounds } from '../../../tests/helpers/lane.ts'
import {
  type Act,
  type Desk,
  deskOf,
  givenTwins,
  isOver,
  liveInTime,
  recordNext,
} from '../../../tests/helpers/late-life.ts'
import { seeded } from '../../../tests/helpers/note-life.ts'
import { compareAll, compareOne, refreshProofs } from '../../../tests/helpers/note-places.ts'
import { testPortal } from '../../../tests/helpers/portal.ts'
import { advanceNotes } from '../server/advance-notes.ts'

/** Number of notes, each living twice. `NOTE_LIVES=1 NOTE_SEED=…` repeats one of them. */
const lives = Number(process.env.NOTE_LIVES) || rounds(4, 60)
const firstSeed = Number(process.env.NOTE_SEED) || 47
/** Lives that share a database. */
const sideBySide = 20

const batches = Array.from({ length: Math.ceil(lives / sideBySide) }, (_, at) => {
  const first = firstSeed + at * sideBySide
  return { first, last: Math.min(first + sideBySide, firstSeed + lives) - 1 }
})

const today = fundDay()
const inText = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value)

/** @returns all events of a failed life, for repeating it */
function retold({ twins, acts, story }: Desk, reason: unknown): string {
  const happened = acts.map(act => JSON.stringify(act, inText)).join('\n')
  return `seed ${twins.seed}: ${reason}\nWhat happened:\n${happened}\nHow it was recorded:\n${story.slice(-80).join('\n')}`
}

/** The events of all lives, by kind. */
const happened = new Map<string, number>()

test.for(batches)(
  'lives $first to $last, recorded late, out of order and with mistakes, end as the same lives recorded in time, and every place agrees at each step',
  async ({ first, last }) => {
    await using portal = await testPortal()
    const { admin } = portal
    const colleague = await portal.newPerson('colleague@example.com', { isAdmin: true })
    const random = seeded(first)
    const twins = []
    for (let seed = first; seed <= last; seed++) twins.push(await givenTwins(portal, { admin, colleague }, seed))
    await advanceNotes()
    await refreshProofs(portal)
    const lived: Act[][] = await Promise.all(twins.map(each => liveInTime(each)))
    const desks = twins.map((each, at) => deskOf(each, lived[at] ?? []))
    const failed = new Map<Desk, string>()
    /** Does something in each life at the same time: after a failure, the others continue. */
    const inEach = (each: readonly Desk[], what: (desk: Desk) => Promise<unknown>) =>
      Promise.all(each.map(desk => what(desk).catch(reason => failed.set(desk, retold(desk, reason)))))
    /** Compares all notes' totals, and some notes' own pages. */
    const look = async (some: readonly Desk[], earlier: Day) => {
      const registers = await compareAll(portal, admin, earlier)
      await inEach(some, async ({ twins: { late } }) => {
        for (const [place] of late.ids.entries()) {
          const story = await late.storyOf(place)
          await compareOne(admin, late.personOf(story), story, registers)
        }
      })
    }
    for (let open = desks; open.length > 0; open = open.filter(desk => !isOver(desk) && !failed.has(desk))) {
      await refreshProofs(portal)
      await inEach(open, recordNext)
      // Comparing all notes is the less efficient, the fewer of them have changed.
      if (random() > open.length / desks.length && open.some(desk => !isOver(desk))) continue
      await look(
        open.filter(() => random() < 0.2),
        addDays(today, -Math.floor(random() * 500)),
      )
    }
    await look(
      desks.filter(desk => !failed.has(desk)),
      addDays(today, -Math.floor(random() * 500)),
    )
    const recorded = desks.filter(desk => !failed.has(desk))
    await inEach(recorded, async ({ twins: { inTime, late } }) =>
      expect(await late.books()).toEqual(await inTime.books()),
    )
    await expectTies(admin)
    await expectRecomputed(admin, today)
    for (const { kind } of lived.flat()) happened.set(kind, (happened.get(kind) ?? 0) + 1)
    if (failed.size > 0) throw new Error(`${failed.size} failed:\n${[...failed.values()].join('\n\n')}`)
  },
)

test('each kind of act has happened to some of them', () => {
  if (lives < 40) return
  const kinds = ['payment', 'repayment', 'payoff', 'return', 'transfer', 'renewal', 'default', 'cure']
  expect([...happened.keys()]).toEqual(expect.arrayContaining(kinds))
})
