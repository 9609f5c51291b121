import { expect } from 'vitest'
import { addDays } from '../../../rules/days.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { givenAccreditedHolder, givenSignedNote } from '../../../tests/helpers/notes.ts'
import { test } from '../../../tests/helpers/shared-portal.ts'
import { givenToday } from '../../../tests/helpers/today.ts'
import { getApprovals } from '../../approvals/server/approvals-list.ts'
import { decideApproval } from '../../approvals/server/decide-approval.ts'
import { getOwnNote } from '../../holdings/server/note-page.ts'
import { verifyLedger } from '../../ledger/server/verify-ledger.ts'
import { getNoteStory } from '../../register/server/note-story.ts'
import { advanceNotes } from '../server/advance-notes.ts'
import { requestCancellation } from '../server/cancel-note.ts'
import { requestFirstPayment } from '../server/first-payment.ts'
import { requestFunding } from '../server/funding.ts'

test('a first payment that the money’s day makes impossible is agreed again, without a new note or signature', async ({
  portal,
  people,
}) => {
  givenToday('2026-11-24')
  const { admin, colleague, investor } = people
  const { owner } = portal
  const note = await givenSignedNote(portal, people, { firstPaymentDate: '2026-11-24', issueDate: '2026-11-10' })
  const signed = await getNoteStory(admin, note.id)
  const wire = { amount: 200_000_00n, reference: 'WIRE 1', originator: 'Iris Vestor' }
  const funds = { ...wire, day: '2026-11-20', confirmedDay: '2026-11-20' }
  await expect(requestFunding(admin, note.id, funds)).rejects.toMatchObject({ code: 'TERMS_FIRST_PERIOD_SHORT' })
  const agreed = { arrived: '2026-11-20', first: '2026-12-24', agreedOn: '2026-11-23', paper: 'Letter of Nov 23' }
  // Only if it is impossible, and only to a possible day.
  await expect(requestFirstPayment(admin, note.id, { ...agreed, arrived: '2026-11-10' })).rejects.toMatchObject({
    code: 'FIRST_PAYMENT_STANDS',
  })
  await expect(requestFirstPayment(admin, note.id, { ...agreed, first: '2026-11-23' })).rejects.toMatchObject({
    code: 'TERMS_FIRST_PERIOD_SHORT',
  })
  const requested = await requestFirstPayment(admin, note.id, agreed)
  const { waiting } = await getApprovals(colleague)
  expect(waiting.find(({ id }) => id === requested)?.lines.join(' ')).toContain(
    'It is on Dec 24, 2026 instead, as the holder agreed on Nov 23, 2026. Supporting document: Letter of Nov 23',
  )
  await decideApproval(colleague, requested, 'approved')
  const after = await getNoteStory(admin, note.id)
  expect(after).toMatchObject({ state: 'signed', terms: { firstPaymentDate: '2026-12-24' } })
  expect(after.termsSha256).not.toBe(signed.termsSha256)
  expect(after.signers).toEqual(signed.signers)
  expect((await getOwnNote(investor, note.id)).agreement).toMatchObject({ firstPaymentDate: '2026-12-24' })
  const { rows } = await owner.query("select user_id from notices where kind = 'note-first-payment' and note_id = $1", [
    note.id,
  ])
  expect(rows).toEqual([{ user_id: investor.id }])
  // It can't be changed outside of the approval, nor anything else with it.
  await expect(
    owner.query("update notes set first_payment_date = '2026-12-25' where id = $1", [note.id]),
  ).rejects.toMatchObject({ constraint: 'note_terms_are_frozen' })
  await decideApproval(colleague, await requestFunding(admin, note.id, funds), 'approved')
  expect((await getNoteStory(admin, note.id)).lines[0]).toMatchObject({ due: '2026-12-24', isStub: true })
  expect(await verifyLedger(owner)).toMatchObject({ findings: [] })
})

test('a note whose money has arrived for another first payment isn’t canceled meanwhile, by the job or by hand', async ({
  portal,
  people,
}) => {
  const later = addDays(fundDay(), 60)
  givenToday('2026-11-24')
  const { admin, colleague } = people
  const note = await givenSignedNote(portal, people, { firstPaymentDate: '2026-11-24', issueDate: '2026-11-10' })
  const agreed = { arrived: '2026-11-20', first: '2026-12-24', agreedOn: '2026-11-23', paper: 'Letter of Nov 23' }
  const requested = await requestFirstPayment(admin, note.id, agreed)
  await advanceNotes(later).catch(() => {})
  expect(await getNoteStory(admin, note.id)).toMatchObject({ state: 'signed' })
  await expect(requestCancellation(admin, note.id, { reason: 'Withdrawn' })).rejects.toMatchObject({
    code: 'APPROVAL_CONTRADICTED',
    message: expect.stringContaining(`First payment of ${note.number} on Dec 24, 2026`),
  })
  await decideApproval(colleague, requested, 'rejected', 'Not agreed')
  await decideApproval(colleague, await requestCancellation(admin, note.id, { reason: 'Withdrawn' }), 'approved')
  expect(await getNoteStory(admin, note.id)).toMatchObject({ state: 'cancelled' })
})

test('a note that is canceled gives its verification back', async ({ portal, people }) => {
  const { admin, colleague } = people
  const holderId = await givenAccreditedHolder(portal, people)
  // For one sale only.
  await portal.owner.query(
    "update accreditations set method = 'high_minimum', amount_cents = 20000000 where holder_id = $1",
    [holderId],
  )
  const note = await givenSignedNote(portal, people, { holderId })
  await expect(givenSignedNote(portal, people, { holderId })).rejects.toMatchObject({ code: 'NOT_ACCREDITED' })
  await decideApproval(colleague, await requestCancellation(admin, note.id, { reason: 'Withdrawn' }), 'approved')
  const again = await givenSignedNote(portal, people, { holderId })
  expect(await getNoteStory(admin, again.id)).toMatchObject({ state: 'signed' })
  await expect(givenSignedNote(portal, people, { holderId })).rejects.toMatchObject({ code: 'NOT_ACCREDITED' })
})
