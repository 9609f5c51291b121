import { expect } from 'vitest'
import { givenDelegate, givenFiled } from '../../../tests/helpers/delegates.ts'
import { givenHolder } from '../../../tests/helpers/holders.ts'
import { insertNote } from '../../../tests/helpers/insert-notes.ts'
import { type SharedPortal, test as shared } from '../../../tests/helpers/shared-portal.ts'
import { getYear } from '../../delegates/server/year.ts'
import { getInterestPaid } from '../../register/server/interest-paid.ts'

/** The day of all views. */
const day = '2025-11-27'

const test = shared.extend('cpa', ({ portal, domain }) =>
  portal.newPerson(`cpa@${domain}`, { fullName: 'Carla Paula' }),
)

const insert = ({ owner }: SharedPortal) => owner.query.bind(owner) as never
/** Monthly payments of $1,833.33 in 2025 and 2026, with the principal in December 2026; the third one was returned. */
const terms = { issueDate: '2024-12-15', termMonths: 24, until: day, paid: [1, 2, 3], returned: [3] } as const

test('a year is the interest that the office’s list has, the tax form about it, and what the next year brings', async ({
  portal,
  admin,
  investor,
}) => {
  const { id: holder } = await givenHolder(admin, investor, { legalName: 'Vestor Family Trust' })
  const { number } = await insertNote(insert(portal), holder, terms)
  const year = await getYear(investor, '2025', day)
  const { holders } = await getInterestPaid(admin, { year: 2025, size: 1000 })
  const [own] = year.holders
  expect(own).toMatchObject({ holder: 'Vestor Family Trust', isShared: false })
  expect(own?.interestCents).toBe(2n * 1833_33n)
  expect(own?.interestCents).toBe(holders.find(({ holderId }) => holderId === holder)?.net)
  expect(own?.notes).toMatchObject([{ number, interestCents: 2n * 1833_33n, nextPrincipalCents: 200_000_00n }])
  // The last of its 24 payments evens out the cents.
  expect(own?.nextInterestCents).toBe(12n * 1833_33n + 8n)
  expect(year.years).toEqual([2025])

  // A document about a year is filed in the next one.
  const document = await givenFiled(portal, { holder, owner: investor, by: admin }, 'Tax', '1099-INT.pdf')
  await portal.owner.query("update documents set created_at = '2026-01-20' where id = $1", [document])
  expect((await getYear(investor, '2026', '2026-02-01')).holders[0]?.taxDocuments).toEqual([])
  expect((await getYear(investor, '2025', '2026-02-01')).holders[0]?.taxDocuments).toMatchObject([{ id: document }])
  for (const requested of ['2026', '1999', 'last', '20255', '-1', ''])
    await expect(getYear(investor, requested, day), requested).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('a delegate sees it with figures and tax documents granted, and without one of them nothing', async ({
  portal,
  admin,
  investor,
  second,
  cpa,
}) => {
  const { id: holder } = await givenHolder(admin, investor, { legalName: 'Vestor Family Trust' })
  await insertNote(insert(portal), holder, terms)
  const { id: other } = await givenHolder(admin, investor, { legalName: 'Statements only' })
  const document = await givenFiled(portal, { holder, owner: investor, by: admin }, 'Tax')
  await portal.owner.query("update documents set created_at = '2026-01-20' where id = $1", [document])
  await givenDelegate(portal, investor, cpa, other, { categories: ['Statements'], figures: true })
  await givenDelegate(portal, investor, second, holder, { figures: false })
  for (const person of [cpa, second])
    await expect(getYear(person, '2025', day)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await givenDelegate(portal, investor, cpa, holder, { figures: true })
  const [shown, own] = [await getYear(cpa, '2025', day), await getYear(investor, '2025', day)]
  expect(shown.holders.map(({ holder }) => holder)).toEqual(['Vestor Family Trust'])
  expect(shown.holders[0]).toMatchObject({ isShared: true, taxDocuments: [{ id: document }] })
  expect(shown.holders[0]?.notes).toEqual(own.holders.find(({ holderId }) => holderId === holder)?.notes)
  const { rows } = await portal.owner.query('select distinct how from delegate_reads where holder_id = $1', [holder])
  expect(rows).toEqual([{ how: 'figures' }])
})
