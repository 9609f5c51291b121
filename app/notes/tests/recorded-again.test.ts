import { expect } from 'vitest'
import { elections } from '../../../server/sample/notes.ts'
import { givenHolder } from '../../../tests/helpers/holders.ts'
import { givenBuyer, givenNote, givenPayment, type NotePeople } from '../../../tests/helpers/notes.ts'
import { type SharedPortal, test } from '../../../tests/helpers/shared-portal.ts'
import { givenToday } from '../../../tests/helpers/today.ts'
import { getApprovals } from '../../approvals/server/approvals-list.ts'
import { decideApproval } from '../../approvals/server/decide-approval.ts'
import { getOwnNote } from '../../holdings/server/note-page.ts'
import { getLedger } from '../../ledger/server/get-ledger.ts'
import { verifyLedger } from '../../ledger/server/verify-ledger.ts'
import { compareRegister, differencesOf } from '../../register/server/compare-register.ts'
import { getNoteStory } from '../../register/server/note-story.ts'
import { getRegister } from '../../register/server/register-list.ts'
import type { CureReason, ReversalReason } from '../note-records.ts'
import { requestCure, requestDefault } from '../server/default-and-cure.ts'
import { requestPartRepayment } from '../server/part-repayment.ts'
import { requestPayment } from '../server/payments.ts'
import { requestPayoff } from '../server/payoff.ts'
import { requestRenewal } from '../server/renewal.ts'
import { requestReversal } from '../server/reversals.ts'
import { requestTransfer } from '../server/transfer.ts'
import { requestTransferReversal } from '../server/undo-transfer.ts'

/* What is true is recorded as true: on its own day, by what held then, and under its own reason. */

const death = { reason: 'death', paper: 'Letters testamentary' }

/** What a second person reads of a request. */
async function linesOf({ colleague }: NotePeople, id: string): Promise<string> {
  const { waiting } = await getApprovals(colleague)
  return waiting.find(each => each.id === id)?.lines.join('\n') ?? ''
}

async function transfer({ admin, colleague }: NotePeople, noteId: string, holder: string, day: string) {
  await decideApproval(colleague, await requestTransfer(admin, noteId, { ...death, holder, day }), 'approved')
  return (await getNoteStory(admin, noteId)).successor as { id: string; number: string }
}

async function reversalOf({ admin }: NotePeople, noteId: string, reference: string, why: ReversalReason, day = '') {
  const paid = (await getLedger(admin, noteId)).find(entry => entry.reference === reference && !entry.reversedBy)
  return requestReversal(admin, paid?.id ?? '', { why, day })
}

async function noticesOf({ owner }: SharedPortal, noteId: string): Promise<string[]> {
  const { rows } = await owner.query('select kind from notices where note_id = $1 order by created_at, kind', [noteId])
  return rows.map(({ kind }) => kind)
}

async function cure({ admin, colleague }: NotePeople, noteId: string, why: CureReason) {
  await decideApproval(colleague, await requestCure(admin, noteId, { why, reason: 'Looked up' }), 'approved')
}

test('a payment that is reversed to be recorded again never reads as a mistake', async ({ portal, people }) => {
  givenToday('2026-11-20')
  const { colleague, investor } = people
  const note = await givenNote(portal, people, '2026-06-15')
  await givenPayment(people, note.id, { day: '2026-11-16', amount: 5n * 1_833_33n, reference: 'AHEAD' })
  const requested = await reversalOf(people, note.id, 'AHEAD', 'again')
  expect(await linesOf(people, requested)).toContain('It was made, and is reversed only to be recorded again')
  await decideApproval(colleague, requested, 'approved')
  expect(await noticesOf(portal, note.id)).toEqual(['note-funded', 'note-paid', 'note-payment-rebooked'])
  const seen = JSON.stringify(await getOwnNote(investor, note.id), (_, value) =>
    typeof value === 'bigint' ? String(value) : value,
  )
  expect(seen).not.toContain('mistake')
  // Recorded again, it counts on its own day.
  await givenPayment(people, note.id, { day: '2026-11-16', amount: 5n * 1_833_33n, reference: 'AHEAD' })
  expect(await getNoteStory(people.admin, note.id)).toMatchObject({ balance: { unpaid: 0n } })
})

test('a repayment that came back after a transfer is recorded by recording the transfer again, with its true reason', async ({
  portal,
  people,
  second,
}) => {
  givenToday('2026-11-20')
  const { admin, colleague, investor } = people
  const note = await givenNote(portal, people, '2026-06-15', { principalCents: 600_000_00n, rateBp: 1300 })
  await givenPayment(people, note.id, { day: '2026-11-16', amount: 5n * 6_500_00n, reference: 'INTEREST' })
  const repayment = await requestPartRepayment(admin, note.id, { amount: 200_000_00n, reference: 'PART' })
  await decideApproval(colleague, repayment, 'approved')
  const { id: toHolderId } = await givenHolder(admin, second, { legalName: 'Second Person' })
  const first = await transfer(people, note.id, toHolderId, '2026-11-18')
  await expect(reversalOf(people, note.id, 'PART', 'returned', '2026-11-19')).rejects.toMatchObject({
    code: 'NOTE_TRANSFERRED',
  })

  const undo = await requestTransferReversal(admin, note.id, { why: 'again', reason: 'A repayment came back' })
  expect(await linesOf(people, undo)).toContain('is reversed, to be recorded again after something earlier')
  await decideApproval(colleague, undo, 'approved')
  await decideApproval(colleague, await reversalOf(people, note.id, 'PART', 'returned', '2026-11-19'), 'approved')
  const moved = await transfer(people, note.id, toHolderId, '2026-11-18')
  expect(await getNoteStory(admin, moved.id)).toMatchObject({ state: 'current', owed: 600_000_00n })
  expect((await getOwnNote(investor, note.id)).note).toMatchObject({ outstandingCents: 0n, principalRepaidCents: 0n })
  expect(differencesOf(await compareRegister())).toEqual([])
  expect(await verifyLedger(portal.owner)).toMatchObject({ findings: [] })

  // No one reads that the transfer, which happened, was a mistake.
  for (const id of [note.id, first.id]) {
    const kinds = await noticesOf(portal, id)
    expect(kinds).toContain('note-transfer-rebooked')
    expect(kinds).not.toContain('note-transfer-reversed')
    expect(kinds).not.toContain('note-transfer-canceled')
  }
})

test('principal that was paid before a transfer, and is recorded after it, is refused because the note has moved', async ({
  portal,
  people,
  second,
}) => {
  givenToday('2026-11-20')
  const { admin } = people
  const note = await givenNote(portal, people, '2025-10-15')
  const { lines } = await getNoteStory(admin, note.id)
  const interest = lines.reduce((sum, line) => sum + line.interest, 0n)
  await givenPayment(people, note.id, { day: '2026-10-15', amount: interest, reference: 'INTEREST' })
  const { id: toHolderId } = await givenHolder(admin, second, { legalName: 'Second Person' })
  await transfer(people, note.id, toHolderId, '2026-11-10')
  const paid = { day: '2026-10-15', amount: 200_000_00n, reference: 'PRINCIPAL' }
  const moved = { code: 'NOTE_TRANSFERRED' }
  await expect(requestPayment(admin, note.id, paid)).rejects.toMatchObject(moved)
  await expect(requestPartRepayment(admin, note.id, paid)).rejects.toMatchObject(moved)
  await expect(requestPayoff(admin, note.id, { ...paid, reason: 'Early' })).rejects.toMatchObject(moved)
})

test('a resale counts by who was verified on its day, however late it is recorded', async ({
  portal,
  people,
  second,
}) => {
  givenToday('2026-11-20')
  const { admin, colleague } = people
  const note = await givenNote(portal, people, '2026-06-15')
  const { id: holder } = await givenHolder(admin, second, { legalName: 'Second Person' })
  await givenBuyer(portal, holder, second)
  const verified = (from: string, through: string) =>
    portal.owner.query('update accreditations set valid_from = $1, valid_through = $2 where holder_id = $3', [
      ...[from, through, holder],
    ])
  const sale = { holder, reason: 'sale', day: '2026-11-05', paper: 'Assignment' }
  // Verified only since: the second person reads why.
  await verified('2026-11-19', '2027-02-17')
  await expect(requestTransfer(admin, note.id, sale)).rejects.toMatchObject({ code: 'TRANSFER_VERIFIED_LATE' })
  const late = await requestTransfer(admin, note.id, { ...sale, late: 'The letter was in the mail' })
  expect(await linesOf(people, late)).toContain(
    'verified as accredited from Nov 19, 2026 on, and has signed that the note is for its own account and not for resale.\nThat is 14 days after the note moved. The reason given: The letter was in the mail',
  )
  await decideApproval(colleague, late, 'rejected', 'Ask again')
  // Verified on that day, but not any more.
  await verified('2026-08-12', '2026-11-10')
  const requested = await requestTransfer(admin, note.id, sale)
  expect(await linesOf(people, requested)).toContain('is verified as accredited from Aug 12, 2026 on')
  await decideApproval(colleague, requested, 'approved')
  const { rows } = await portal.owner.query('select relied_on from reliances where holder_id = $1', [holder])
  expect(rows).toEqual([{ relied_on: '2026-11-05' }])
})

test('a resale after which its buyer was verified is approved with the reason on record', async ({
  portal,
  people,
  second,
}) => {
  givenToday('2026-11-20')
  const { admin, colleague } = people
  const note = await givenNote(portal, people, '2026-06-15')
  const { id: holder } = await givenHolder(admin, second, { legalName: 'Second Person' })
  await givenBuyer(portal, holder, second)
  await portal.owner.query("update accreditations set valid_from = '2026-11-19' where holder_id = $1", [holder])
  const sale = { holder, reason: 'sale', day: '2026-11-05', paper: 'Assignment', late: 'The letter was in the mail' }
  await decideApproval(colleague, await requestTransfer(admin, note.id, sale), 'approved')
  const { rows } = await portal.owner.query(
    "select details ->> 'late' as late from audit_log where action = 'accreditation.relied_on' and details ->> 'holder_id' = $1",
    [holder],
  )
  expect(rows).toEqual([{ late: 'The letter was in the mail' }])
})

test('a renewal counts by who was verified on the day its new note begins', async ({ portal, people }) => {
  givenToday('2026-11-20')
  const { admin, colleague } = people
  const note = await givenNote(portal, people, '2025-10-15')
  await elections.insert(portal.owner, { note_id: note.id, holder_id: note.holderId, made_by: people.investor.id })
  await portal.owner.query("update accreditations set valid_through = '2026-11-10' where holder_id = $1", [
    note.holderId,
  ])
  const requested = await requestRenewal(admin, note.id)
  expect(await linesOf(people, requested)).toContain('is verified as accredited from')
  await decideApproval(colleague, requested, 'approved')
  expect(await getNoteStory(admin, note.id)).toMatchObject({ state: 'renewed' })
})

test('a default that was declared by mistake is reversed as of its own day, though something is unpaid', async ({
  portal,
  people,
}) => {
  givenToday('2026-11-20')
  const { admin, colleague } = people
  const note = await givenNote(portal, people, '2026-06-15')
  const declared = { reason: 'Unpaid since July', day: '2026-11-02' }
  await decideApproval(colleague, await requestDefault(admin, note.id, declared), 'approved')
  const stateOn = async (on: string) =>
    (await getRegister(admin, { on, show: 'all', search: note.number })).notes.map(({ state }) => state)
  expect(await stateOn('2026-11-10')).toEqual(['defaulted'])
  await cure(people, note.id, 'mistake')
  expect(await stateOn('2026-11-10')).toEqual(['current'])
  expect(await getNoteStory(admin, note.id)).toMatchObject({ state: 'current', balance: { unpaid: 5n * 1_833_33n } })
  expect(await noticesOf(portal, note.id)).toEqual(['note-funded', 'note-defaulted', 'note-default-corrected'])
})
