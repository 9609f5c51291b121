import { expect } from 'vitest'
import { actAs } from '../../server/database/act-as.ts'
import { ledgerHead, readHolderBooks } from '../../server/ledger/holder-books.ts'
import { givenNote, givenPayment, type NotePeople } from '../helpers/notes.ts'
import { test as shared } from '../helpers/shared-portal.ts'

const test = shared
  .extend('colleague', ({ portal, domain }) =>
    portal.newPerson(`colleague@${domain}`, { fullName: 'Cole League', isAdmin: true }),
  )
  .extend('people', ({ admin, colleague, investor }): NotePeople => ({ admin, colleague, investor }))

test('interest belongs to the year in which it was paid, also where its period was closed when it was recorded', async ({
  portal,
  people,
}) => {
  const note = await givenNote(portal, people, '2025-11-17')
  await portal.owner.query("insert into statement_periods (holder_id, period_end) values ($1, '2025-12-31')", [
    note.holderId,
  ])
  await givenPayment(people, note.id, { day: '2025-12-17', amount: 1_833_33n })
  await givenPayment(people, note.id, { day: '2026-01-20', amount: 1_833_33n })
  const paidIn = (start: string, end: string, withLater: boolean) =>
    actAs(people.admin, async tx => {
      const question = { holderId: note.holderId, start, end, head: await ledgerHead(tx), withLater }
      return (await readHolderBooks(tx, question)).paidThisYear
    })
  // The correction of 2025 has what was recorded later about it.
  expect(await paidIn('2025-01-01', '2025-12-31', false)).toBe(0n)
  expect(await paidIn('2025-01-01', '2025-12-31', true)).toBe(1_833_33n)
  expect(await paidIn('2026-01-01', '2026-12-31', false)).toBe(1_833_33n)
})
