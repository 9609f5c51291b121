import { expect } from 'vitest'
import type { Actor } from '../../../server/access/actor.ts'
import { givenAccreditedHolder, givenNote, givenPayment, plainTerms } from '../../../tests/helpers/notes.ts'
import { test } from '../../../tests/helpers/shared-portal.ts'
import { givenToday } from '../../../tests/helpers/today.ts'
import { getApprovals } from '../../approvals/server/approvals-list.ts'
import { decideApproval } from '../../approvals/server/decide-approval.ts'
import { getLedger } from '../../ledger/server/get-ledger.ts'
import { createNote } from '../server/drafts.ts'
import { requestFunding } from '../server/funding.ts'
import { requestPayment } from '../server/payments.ts'
import { requestReversal } from '../server/reversals.ts'
import { recordSignature, signNote } from '../server/sign-note.ts'

/** The second person's text about a note. */
async function wordsOf(colleague: Actor, number: string): Promise<readonly string[]> {
  const { waiting } = await getApprovals(colleague)
  return waiting.find(({ summary }) => summary.includes(number))?.lines ?? []
}

test('funds before the signature, or far from it or the plan, are confirmed by one and told to the other', async ({
  portal,
  people,
}) => {
  givenToday('2026-11-24')
  const { admin, colleague, investor } = people
  const holderId = await givenAccreditedHolder(portal, people)
  const note = await createNote(admin, { ...plainTerms, holderId, issueDate: '2026-11-20' })
  await recordSignature(admin, note.id, { userId: investor.id, signedOn: '2026-11-19' })
  await signNote(admin, note.id)
  const wire = { amount: 200_000_00n, reference: 'WIRE 1', originator: 'Iris Vestor' }
  const slip = { ...wire, day: '2025-11-20' }
  const sentences = [
    'Nov 20, 2025 is 364 days before the last signature, Nov 19, 2026.',
    'Nov 20, 2025 is 365 days before the planned issue date, Nov 20, 2026.',
  ]
  const refused = requestFunding(admin, note.id, slip)
  await expect(refused).rejects.toMatchObject({ code: 'NOTE_DAY_UNUSUAL' })
  await expect(refused).rejects.toThrow(sentences.join(' '))
  // Confirming another day confirms nothing.
  await expect(requestFunding(admin, note.id, { ...slip, confirmedDay: '2026-11-20' })).rejects.toMatchObject({
    code: 'NOTE_DAY_UNUSUAL',
  })
  const requested = await requestFunding(admin, note.id, { ...slip, confirmedDay: '2025-11-20' })
  expect(await wordsOf(colleague, note.number)).toEqual(expect.arrayContaining(sentences))
  await decideApproval(colleague, requested, 'rejected', 'A slip of the pen.')
  await expect(requestFunding(admin, note.id, { ...wire, day: '2026-11-18' })).rejects.toThrow(
    '1 day before the last signature',
  )
  await requestFunding(admin, note.id, { ...wire, day: '2026-11-23' })
  expect((await wordsOf(colleague, note.number)).filter(line => line.includes('signature'))).toEqual([])
})

test('a payment far from its due day is confirmed by one and told to the other', async ({ portal, people }) => {
  givenToday('2026-11-24')
  const { admin, colleague } = people
  const note = await givenNote(portal, people, '2026-09-15')
  const payment = { amount: 1_833_33n, reference: 'ACH 1' }
  const sentence = 'Nov 16, 2026 is 32 days after the first due date it settles, Oct 15, 2026.'
  await expect(requestPayment(admin, note.id, { ...payment, day: '2026-11-16' })).rejects.toThrow(sentence)
  await requestPayment(admin, note.id, { ...payment, day: '2026-11-16', confirmedDay: '2026-11-16' })
  expect(await wordsOf(colleague, note.number)).toContain(sentence)
  await requestPayment(admin, note.id, { ...payment, day: '2026-10-19' })
})

test('a reversal before its payment says what is wrong', async ({ portal, people }) => {
  givenToday('2026-11-24')
  const { admin } = people
  const note = await givenNote(portal, people, '2026-09-15')
  await givenPayment(people, note.id, { day: '2026-10-15', amount: 1_833_33n })
  const paid = (await getLedger(admin, note.id)).find(({ kind }) => kind === 'payment')
  const early = requestReversal(admin, paid?.id ?? '', { why: 'returned', day: '2026-10-14' })
  await expect(early).rejects.toMatchObject({ code: 'REVERSAL_BEFORE_PAYMENT' })
  await expect(early).rejects.toThrow('before the day it was made')
})
