import { expect } from 'vitest'
import type { Actor } from '../../server/access/actor.ts'
import { approveTogether } from '../../server/approvals/approve-together.ts'
import { addBankList } from '../../server/notes/bank-lines.ts'
import { requestPayment } from '../../server/notes/payments.ts'
import { bankFile } from '../helpers/bank-file.ts'
import { givenNote } from '../helpers/notes.ts'
import { testOnPortal } from '../helpers/shared-portal.ts'

const test = testOnPortal({}, true)

test('no page has the sum of what waits before somebody has typed it from the bank’s page, and a wrong one gives nothing away', async ({
  portal,
  people,
  approver,
}) => {
  const { admin, colleague } = people
  const ids: string[] = []
  for (const amount of [1_000_01n, 1_200_02n, 1_300_03n]) {
    const note = await givenNote(portal, people, '2026-06-15')
    ids.push(await requestPayment(admin, note.id, { day: '2026-07-15', amount, reference: `ACH ${amount}` }))
  }
  const list = await addBankList(admin, bankFile('July.csv', 'Date,Amount,Description\n2026-07-15,-1833.33,ACH 1\n'))
  const textOf = async (address: string, reader: Actor) => {
    const answer = await portal.fetch(address, { cookie: await portal.sessionOf(reader) })
    expect(answer.status, address).toBe(200)
    return (await answer.text()).replaceAll('<!-- -->', '')
  }
  const pages: [string, Actor[]][] = [
    ['/profile/admin/approvals', [approver, colleague]],
    ['/profile/admin/approvals/together?kind=payment.record', [approver, colleague]],
    ['/profile/admin/today', [colleague]],
    [`/profile/admin/register/bank?list=${list}`, [colleague]],
  ]
  for (const [address, readers] of pages)
    for (const reader of readers) expect(await textOf(address, reader), address).not.toMatch(/3,?500\.06|350006/)

  const wrong = await approveTogether(colleague, { kind: 'payment.record', id: ids, total: '3,600.06' }).catch(
    error => error,
  )
  expect(wrong).toMatchObject({ code: 'CONTROL_TOTAL', message: expect.stringContaining('line by line') })
  expect(wrong.message).not.toMatch(/3,?500|100\.00|more than|less than/)
  expect(await approveTogether(colleague, { kind: 'payment.record', id: ids, total: '3,500.06' })).toMatchObject({
    count: 3,
  })
})
