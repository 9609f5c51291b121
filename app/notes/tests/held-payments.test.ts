import { randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import { addMonths } from '../../../rules/days.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { givenHolder } from '../../../tests/helpers/holders.ts'
import { givenAccreditation, givenNote, givenPayment } from '../../../tests/helpers/notes.ts'
import { testOnPortal } from '../../../tests/helpers/shared-portal.ts'
import { givenW9 } from '../../../tests/helpers/tax.ts'
import { decideApproval } from '../../approvals/server/decide-approval.ts'
import { getDuePayments } from '../../register/server/due-list.ts'
import { advanceNotes } from '../server/advance-notes.ts'
import { requestPartRepayment } from '../server/part-repayment.ts'
import { requestPayment } from '../server/payments.ts'
import { requestPayoff } from '../server/payoff.ts'

const test = testOnPortal({ VAULT_KEY: randomBytes(32).toString('base64') })

test('payments to a foreign holder are held for those who ask and those who approve, until a W-9 is on file', async ({
  portal,
  people,
}) => {
  const { admin, colleague, investor } = people
  const { id: holderId } = await givenHolder(admin, investor, { legalName: 'Fern Away' })
  await givenAccreditation(portal, holderId, investor)
  const note = await givenNote(portal, people, '2014-01-01', { holderId })
  await advanceNotes()
  const amount = 1_833_33n
  const pay = (day: string) => requestPayment(admin, note.id, { day, amount, reference: `ACH ${day}` })
  const held = { code: 'TAX_PAYMENT_HELD' }
  const dueOn = async (day: string) => {
    const due = await getDuePayments(admin, { from: day, to: day, today: day, isExact: true })
    return due.find(({ noteId }) => noteId === note.id)
  }
  await givenPayment(people, note.id, { day: '2014-02-03', amount })
  expect(await dueOn('2014-03-03')).toMatchObject({ isHeld: false, canRecord: true })
  const requested = await pay('2014-03-03')
  const w8 = { nameLine1: 'Fern Away', tin: '', tinKind: '', classification: '' }
  await givenW9(portal, people, holderId, w8, 'w8')

  await expect(decideApproval(colleague, requested, 'approved')).rejects.toMatchObject(held)
  await expect(pay('2014-04-01')).rejects.toMatchObject(held)
  const payoff = { day: '2014-04-01', reference: 'Wire', reason: 'The house was sold' }
  await expect(requestPayoff(admin, note.id, payoff)).rejects.toMatchObject(held)
  const current = await givenNote(portal, people, addMonths(fundDay(), -3), { holderId })
  await advanceNotes()
  await expect(requestPartRepayment(admin, current.id, { amount: 1_000_00n, reference: 'Wire' })).rejects.toMatchObject(
    held,
  )
  expect(await dueOn('2014-04-01')).toMatchObject({ isHeld: true, canRecord: false })
  // Earlier payments are unchanged.
  expect(await dueOn('2014-02-03')).toMatchObject({ isHeld: false, state: 'paid' })

  await givenW9(portal, people, holderId, { nameLine1: 'Fern Away' })
  await decideApproval(colleague, requested, 'approved')
  expect(await dueOn('2014-04-01')).toMatchObject({ isHeld: false, canRecord: true })
})
