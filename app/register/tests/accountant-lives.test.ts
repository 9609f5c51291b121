import { expect, test } from 'vitest'
import { addDays } from '../../../rules/days.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { expectRecomputed, expectTies } from '../../../tests/helpers/accountant.ts'
import { rounds } from '../../../tests/helpers/lane.ts'
import { givenLife, liveOn, seeded } from '../../../tests/helpers/note-life.ts'
import { testPortal } from '../../../tests/helpers/portal.ts'
import { advanceNotes } from '../../notes/server/advance-notes.ts'

test('whatever happens to notes, payments, notes payable and the register’s file tie to the books', async () => {
  await using portal = await testPortal()
  const { admin } = portal
  const colleague = await portal.newPerson('colleague@example.com', { isAdmin: true })
  const seeds = Array.from({ length: rounds(6, 40) }, (_, at) => 4_700 + at)
  const begun = await Promise.all(seeds.map(seed => givenLife(portal, { admin, colleague }, seed)))
  await advanceNotes()
  const random = seeded(4_700)
  let accruing = 0
  for (let living = begun; living.length > 0; living = living.filter(({ isOver }) => !isOver)) {
    await portal.owner.query('update auth.sessions set created_at = now()')
    for (const life of living) await liveOn(life)
    accruing += await expectRecomputed(admin, addDays(fundDay(), -Math.floor(random() * 400)))
  }
  expect((await expectTies(admin)).length).toBeGreaterThan(1)
  expect(accruing).toBeGreaterThan(0)
})
