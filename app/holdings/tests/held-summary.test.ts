import { expect } from 'vitest'
import { addDays, addMonths } from '../../../rules/days.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { insertHolder, insertNote } from '../../../tests/helpers/insert-notes.ts'
import { type SharedPortal, test } from '../../../tests/helpers/shared-portal.ts'
import { getHolder, getHolders } from '../../holders/server/holders-list.ts'
import { type ExportedPerson, exportPeople } from '../../people/server/people-export.ts'
import { getHeldByPeople } from '../../people/server/people-figures.ts'
import { getHoldings, getHoldingsOf } from '../server/holdings.ts'

const today = fundDay()
const queryOf = (portal: SharedPortal) => (text: string, values?: unknown[]) =>
  values ? portal.owner.query(text, values) : portal.owner.query(text)

/** One person with notes in two names, one of them shared with another person; and a person without any. */
async function givenInvestors(portal: SharedPortal, first: { id: string }, other: { id: string }) {
  const query = queryOf(portal)
  const own = await insertHolder(query, [first], { name: 'Iris Vestor' })
  const joint = await insertHolder(query, [first, other], { name: 'Iris Vestor and Second Person' })
  const running = { issueDate: addMonths(addDays(today, -40), -3), until: today }
  await insertNote(query, own, running)
  // One payment is late, and one was returned.
  await insertNote(query, own, { ...running, principalCents: 350_000_00n, paid: [1, 3], returned: [3] })
  await insertNote(query, joint, { ...running, issueDate: addDays(today, -12), principalCents: 500_000_00n, paid: [] })
  const over = { issueDate: addMonths(today, -15), termMonths: 12, until: today } as const
  await insertNote(query, joint, { ...over, state: 'matured' })
  return { own, joint }
}

test('lists say of each person and holder what their own page says: what is held, and what is paid next', async ({
  portal,
  admin,
  investor,
  second,
}) => {
  const nobody = await portal.newPerson('nobody@story.example')
  const { own, joint } = await givenInvestors(portal, investor, second)
  const figures = await getHeldByPeople(admin, [investor.id, second.id, nobody.id])
  for (const person of [investor, second]) {
    const theirs = await getHoldings(person)
    expect(theirs?.next, person.email).toBeDefined()
    expect(figures[person.id], person.email).toMatchObject({
      held: theirs?.investedCents,
      next: { day: theirs?.next?.payDate, cents: theirs?.next?.cents },
    })
  }
  expect(figures[investor.id]?.notes).toBe(4)
  expect(figures[second.id]?.notes).toBe(2)
  expect(figures[nobody.id]).toBeUndefined()

  const { holders } = await getHolders(admin, { words: 'Iris Vestor' })
  const listed = Object.fromEntries(holders.map(({ id, held, notes }) => [id, { held, notes }]))
  expect(listed[joint]).toEqual({ held: figures[second.id]?.held, notes: 2 })
  expect(listed[own]?.notes).toBe(2)
  expect(await getHolder(admin, joint)).toMatchObject({ next: figures[second.id]?.next, held: listed[joint]?.held })

  const exported: ExportedPerson[] = []
  for await (const rows of await exportPeople(admin, { search: 'Vestor' })) exported.push(...rows)
  const { held, next } = exported.find(({ email }) => email === investor.email) ?? {}
  expect({ held, next }).toEqual({ held: figures[investor.id]?.held, next: figures[investor.id]?.next })
})

test('the office sees what somebody holds as they see it themselves, and nobody else does', async ({
  portal,
  admin,
  investor,
  second,
}) => {
  await givenInvestors(portal, investor, second)
  const holdings = await getHoldingsOf(admin, investor.id)
  expect({ ...holdings, asOf: 0 }).toEqual({ ...(await getHoldings(investor)), asOf: 0 })
  expect(holdings?.notes).toHaveLength(4)
  await expect(getHoldingsOf(second, investor.id)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  // An administrator who holds notes sees their own under their own name only.
  expect(await getHoldings(admin)).toBeUndefined()
})
