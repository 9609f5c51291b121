import { expect } from 'vitest'
import { addDays, addMonths, daysBetween } from '../../../rules/days.ts'
import { countOf } from '../../../rules/number.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { linesOf } from '../../../tests/helpers/csv.ts'
import { insertHolder, insertNote } from '../../../tests/helpers/insert-notes.ts'
import { givenAccreditation } from '../../../tests/helpers/notes.ts'
import { testOnPortal } from '../../../tests/helpers/shared-portal.ts'
import { findForOffice } from '../../find/server/find-for-office.ts'
import type { HolderShow } from '../../holders/holders.ts'
import { getHolders } from '../../holders/server/holders-list.ts'
import { scheduleOf } from '../../notes/schedule.ts'
import { maturitiesReport } from '../office/maturities/route.tsx'
import { registerReport } from '../office/register-columns.tsx'
import { exportRegister } from '../server/register-export.ts'
import { getRegister } from '../server/register-list.ts'

/** A note with a payment past its pay date is late, on every page that shows its state. */

const test = testOnPortal({}, true)

const terms = {
  principalCents: 200_000_00n,
  rateBp: 1100,
  termMonths: 12 as const,
  payout: 'monthly' as const,
  dayCount: '30/360' as const,
  convention: 'following' as const,
}

test('a late note is late on every page, in every file and on every day that it was, and never current', async ({
  portal,
  admin,
  investor,
}) => {
  const today = fundDay()
  // It matures within the days of the Maturities list; the last due payment but one is missing.
  const issueDate = addMonths(today, -11)
  const paid = [1, 2, 3, 4, 5, 6, 7, 8, 9]
  const query = (statement: string, values?: unknown[]) => portal.owner.query(statement, values)
  const holder = await insertHolder(query, [{ id: investor.id }], { name: 'Tardy Fenwick LLC' })
  const { id, number } = await insertNote(query, holder, { ...terms, issueDate, until: today, paid })
  const since = scheduleOf({ ...terms, issueDate })[9]?.pay ?? ''
  const label = `Late ${countOf(daysBetween(since, today), 'day')}`

  const textOf = async (address: string, reader: Actor) => {
    const answer = await portal.fetch(address, { cookie: await portal.sessionOf(reader) })
    expect(answer.status, address).toBe(200)
    // The browser's hydration data repeats the content; the visible text precedes it.
    return (await answer.text()).replaceAll(/<script[\s\S]*?<\/script>/g, '').replaceAll('<!-- -->', '')
  }
  const office = [
    `/profile/admin/register?q=${number}`,
    `/profile/admin/register?show=late&q=${number}`,
    `/profile/admin/register/notes/${id}`,
    '/profile/admin/register/maturities',
    `/profile/admin/holders/${holder}`,
    `/profile/admin/people/${investor.id}/overview`,
    `/profile/admin/find?q=${number}`,
  ]
  for (const address of office) {
    const text = await textOf(address, admin)
    expect(text, address).toContain(label)
    expect(text, address).not.toMatch(/>(Current|Overdue)</)
  }
  for (const address of ['/profile/notes', `/profile/notes/${id}`]) {
    const text = await textOf(address, investor)
    expect(text, address).toContain(label)
    expect(text, address).not.toMatch(/>(Current|Overdue)</)
  }
  const { found } = await findForOffice(admin, number)
  expect(found).toMatchObject([{ state: 'current', late: { since } }])

  const register = { query: { on: today, search: number } }
  const rows = await linesOf(registerReport.csv, await exportRegister(admin, 'register', register))
  expect(rows.join()).toContain(since)
  const maturities = await linesOf(maturitiesReport.csv, await exportRegister(admin, 'maturities', { today }))
  expect(maturities.join()).toContain('Late')

  // As in the books: on its pay day it wasn't late, a day later it was, regardless of later payments.
  const on = async (day: string, show: 'outstanding' | 'late') =>
    (await getRegister(admin, { on: day, search: number, show })).notes
  expect(await on(since, 'outstanding')).toMatchObject([{ late: null }])
  expect(await on(since, 'late')).toEqual([])
  expect(await on(addDays(since, 1), 'late')).toMatchObject([{ late: { since, days: 1 } }])
  expect(await on(addDays(today, 30), 'late')).toMatchObject([{ late: { since, days: daysBetween(since, today) } }])
  const { totals } = await getRegister(admin, { on: today, search: number, show: 'late' })
  expect(totals).toMatchObject({ notes: 1, holders: 1, principal: 200_000_00n })
})

test('principal that wasn’t repaid is late from its pay day; what was repaid, and a draft, are not', async ({
  portal,
  admin,
  investor,
}) => {
  const today = fundDay()
  const query = (statement: string, values?: unknown[]) => portal.owner.query(statement, values)
  const holder = await insertHolder(query, [{ id: investor.id }], { name: 'Endwell Pryce' })
  const issueDate = addMonths(today, -13)
  const lines = scheduleOf({ ...terms, issueDate })
  const all = lines.map(({ n }) => n)
  const repaid = await insertNote(query, holder, { ...terms, issueDate, until: today, paid: all, state: 'matured' })
  const open = await insertNote(query, holder, {
    ...{ ...terms, issueDate, until: today, state: 'matured' },
    paid: all.slice(0, -1),
  })
  const { notes } = await getRegister(admin, { on: today, holderId: holder, show: 'all' })
  const lateOf = (number: string) => notes.find(note => note.number === number)?.late
  expect(lateOf(repaid.number)).toBeNull()
  expect(lateOf(open.number)).toMatchObject({ since: lines.at(-1)?.pay })
})

test('holders are narrowed to those with late payments, not verified, or with a note that matures soon, and add up', async ({
  portal,
  admin,
  investor,
}) => {
  const today = fundDay()
  const query = (statement: string, values?: unknown[]) => portal.owner.query(statement, values)
  const holderOf = (name: string) => insertHolder(query, [{ id: investor.id }], { name: `Quorn ${name}` })
  const [late, soon, verified] = [await holderOf('Late'), await holderOf('Soon'), await holderOf('Verified')]
  const issueDate = addMonths(today, -10)
  const due = scheduleOf({ ...terms, issueDate }).flatMap(({ n, pay }) => (pay <= today ? n : []))
  await insertNote(query, late, { ...terms, issueDate: addMonths(today, -3), until: today, paid: [1] })
  await insertNote(query, soon, { ...terms, issueDate, until: today, paid: due })
  await givenAccreditation(portal, verified, admin)
  const found = async (show?: HolderShow) => {
    const { holders, totals } = await getHolders(admin, { words: 'Quorn', ...(show && { show }) })
    return [holders.map(({ legalName }) => legalName.replace('Quorn ', '')), totals.holders, totals.held]
  }
  expect(await found()).toEqual([['Late', 'Soon', 'Verified'], 3, 400_000_00n])
  expect(await found('late')).toEqual([['Late'], 1, 200_000_00n])
  expect(await found('maturing')).toEqual([['Soon'], 1, 200_000_00n])
  expect(await found('unverified')).toEqual([['Late', 'Soon'], 2, 400_000_00n])
})
