import { expect } from 'vitest'
import { elections } from '../../../server/sample/notes.ts'
import { givenHolder } from '../../../tests/helpers/holders.ts'
import { givenDocument } from '../../../tests/helpers/insert-document.ts'
import { givenNote, givenPayment, type NotePeople } from '../../../tests/helpers/notes.ts'
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
import { requestPayoff } from '../server/payoff.ts'
import { requestRenewal } from '../server/renewal.ts'
import { requestReversal } from '../server/reversals.ts'
import { requestTransfer } from '../server/transfer.ts'
import { requestRenewalReversal } from '../server/undo-renewal.ts'

/** A matured note with a choice and all interest paid. */
async function givenMatured(portal: SharedPortal, people: NotePeople, renew_cents?: bigint) {
  const note = await givenNote(
    portal,
    people,
    '2025-06-15',
    renew_cents ? { principalCents: 500_000_00n, rateBp: 1300 } : {},
  )
  const chosen = { choice: renew_cents ? 'renew_part' : 'renew', renew_cents, made_by: people.investor.id } as const
  await elections.insert(portal.owner, { note_id: note.id, holder_id: note.holderId, ...chosen })
  const { lines } = await getNoteStory(people.admin, note.id)
  const amount = lines.reduce((sum, { interest }) => sum + interest, 0n)
  await givenPayment(people, note.id, { day: lines.at(-1)?.pay ?? '', amount, reference: 'Interest' })
  return note
}

async function renew({ admin, colleague }: NotePeople, noteId: string) {
  await decideApproval(colleague, await requestRenewal(admin, noteId), 'approved')
  const { successor } = await getNoteStory(admin, noteId)
  return successor as NonNullable<typeof successor>
}

async function reverseRenewal({ admin, colleague }: NotePeople, noteId: string) {
  await decideApproval(
    colleague,
    await requestRenewalReversal(admin, noteId, { reason: 'The choice was misread' }),
    'approved',
  )
}

/** Records a payment's return by two people. */
async function givenReturned({ admin, colleague }: NotePeople, noteId: string, reference: string, day: string) {
  const paid = (await getLedger(admin, noteId)).find(entry => entry.reference === reference && !entry.reversedBy)
  await decideApproval(colleague, await requestReversal(admin, paid?.id ?? '', { why: 'returned', day }), 'approved')
}

test('a renewal that was recorded by mistake is reversed by two people: the note has matured again, with its principal', async ({
  portal,
  people,
}) => {
  givenToday('2026-11-20')
  const { admin, colleague, investor } = people
  const note = await givenMatured(portal, people)
  const before = await getNoteStory(admin, note.id)
  const renewed = await renew(people, note.id)
  expect(await getNoteStory(admin, renewed.id)).toMatchObject({ state: 'current', owed: 200_000_00n })
  const reliances = async () =>
    (
      await portal.owner.query(
        "select count(*)::int as n from reliances r join notes n on n.id = r.note_id where r.note_id = $1 and n.state <> 'cancelled'",
        [renewed.id],
      )
    ).rows[0].n
  expect(await reliances()).toBe(1)

  const requested = await requestRenewalReversal(admin, note.id, { reason: 'The choice was misread' })
  const { waiting } = await getApprovals(colleague)
  const words = waiting.find(({ id }) => id === requested)?.lines.join(' ') ?? ''
  expect(words).toContain(
    '$200,000 from Jun 15, 2026 on, was recorded by mistake, and is reversed. The reason: The choice was misread',
  )
  expect(words).toContain(`Interest of $9,166.65 that has fallen due on ${renewed.number} since`)
  await expect(decideApproval(admin, requested, 'approved')).rejects.toMatchObject({ code: 'APPROVE_OWN' })
  // Without the approval the step is impossible, even for the database's owner.
  await expect(
    portal.owner.query("update notes set state = 'matured', closed_at = null, closed_on = null where id = $1", [
      note.id,
    ]),
  ).rejects.toMatchObject({ code: '42501' })
  await decideApproval(colleague, requested, 'approved')

  const { state, owed, lines, balance, successor, closedOn } = await getNoteStory(admin, note.id)
  expect({ state, owed, lines, balance, successor, closedOn }).toEqual({
    ...{ state: 'matured', owed: before.owed, lines: before.lines, balance: before.balance },
    ...{ successor: null, closedOn: null },
  })
  expect(await getNoteStory(admin, renewed.id)).toMatchObject({ state: 'cancelled', owed: 0n })
  expect(await reliances()).toBe(0)
  for (const on of ['2026-07-01', '2026-11-20'])
    expect((await getRegister(admin, { on, holderId: note.holderId })).notes, on).toMatchObject([
      { number: note.number, state: 'matured', principal: 200_000_00n },
    ])
  expect(differencesOf(await compareRegister())).toEqual([])
  expect(await verifyLedger(portal.owner)).toMatchObject({ findings: [] })

  // Its holder sees the debt again, and the other note as a mistake, and is notified.
  const own = await getOwnNote(investor, note.id)
  expect(own.note.payments.at(-1)).toMatchObject({ state: 'part' })
  expect((await getOwnNote(investor, renewed.id)).agreement).toMatchObject({ isMistake: true })
  const { rows } = await portal.owner.query(
    "select user_id from notices where note_id = $1 and kind = 'note-renewal-reversed'",
    [note.id],
  )
  expect(rows).toEqual([{ user_id: investor.id }])

  // It can be renewed again, and paid off.
  await renew(people, note.id)
  await reverseRenewal(people, note.id)
  const payoff = { day: '2026-11-20', reference: 'WIRE', reason: 'Paid out' }
  await decideApproval(colleague, await requestPayoff(admin, note.id, payoff), 'approved')
  expect(await getNoteStory(admin, note.id)).toMatchObject({ state: 'paid', owed: 0n })
  expect(differencesOf(await compareRegister())).toEqual([])
})

test('a renewal isn’t reversed while the note that continues was paid on, moved on, or has a document', async ({
  portal,
  people,
  second,
}) => {
  givenToday('2026-11-20')
  const { admin } = people
  const note = await givenMatured(portal, people)
  const renewed = await renew(people, note.id)
  const requested = () => requestRenewalReversal(admin, note.id, { reason: 'The choice was misread' })
  await givenPayment(people, renewed.id, { day: '2026-07-15', amount: 1_833_33n, reference: 'JUL' })
  await expect(requested()).rejects.toMatchObject({
    code: 'RENEWAL_PAID_ON',
    message: expect.stringContaining(
      `on ${renewed.number}, which continues this note: $1,833.33 on Jul 15, 2026 (JUL)`,
    ),
  })
  await givenReturned(people, renewed.id, 'JUL', '2026-07-20')
  const document = await givenDocument(portal, people.investor)
  await portal.owner.query('update documents set holder_id = $2 where id = $1', [document.id, note.holderId])
  await portal.owner.query('insert into note_papers (note_id, document_id, filed_by) values ($1, $2, $3)', [
    ...[renewed.id, document.id, admin.id],
  ])
  await expect(requested()).rejects.toMatchObject({ code: 'RENEWAL_PAPER' })
  await portal.owner.query('delete from note_papers where note_id = $1', [renewed.id])
  const { id: toHolderId } = await givenHolder(admin, second, { legalName: 'Second Person' })
  const transfer = { reason: 'death', paper: 'Letters testamentary', holder: toHolderId, day: '2026-11-05' }
  await decideApproval(people.colleague, await requestTransfer(admin, renewed.id, transfer), 'approved')
  await expect(requested()).rejects.toMatchObject({
    code: 'RENEWAL_CONTINUED',
    message: `${renewed.number}, which continues this note, was transferred on. Reverse that transfer first.`,
  })
})

test('a renewal in a closed period is reversed as of today', async ({ portal, people }) => {
  givenToday('2026-11-20')
  const note = await givenMatured(portal, people)
  await renew(people, note.id)
  await portal.owner.query("insert into statement_periods (holder_id, period_end) values ($1, '2026-10-31')", [
    note.holderId,
  ])
  await reverseRenewal(people, note.id)
  const { entries } = await getNoteStory(people.admin, note.id)
  expect(
    entries.filter(({ kind }) => kind === 'reversal').map(({ bookedOn, relatesTo }) => [bookedOn, relatesTo]),
  ).toEqual([['2026-11-20', '2026-06-15']])
})

test('what comes back of a note after its renewal is owed on it again, and paid there', async ({ portal, people }) => {
  givenToday('2026-11-20')
  const { admin, colleague } = people
  const note = await givenMatured(portal, people, 300_000_00n)
  const [matured] = (await getNoteStory(admin, note.id)).lines.slice(-1)
  await givenPayment(people, note.id, { day: matured?.pay ?? '', amount: 200_000_00n, reference: 'Rest' })
  const renewed = await renew(people, note.id)
  // Interest that was paid before, and the rest of the principal.
  await givenReturned(people, note.id, 'Interest', '2026-06-25')
  const interest = (await getNoteStory(admin, note.id)).lines.reduce((sum, line) => sum + line.interest, 0n)
  expect((await getNoteStory(admin, note.id)).balance).toMatchObject({ principal: 0n, unpaid: interest, due: interest })
  await givenReturned(people, note.id, 'Rest', '2026-06-30')
  const owed = { principal: 200_000_00n, unpaid: interest }
  const [row] = (await getRegister(admin, { on: '2026-11-20', search: note.number })).notes
  expect((await getNoteStory(admin, note.id)).balance).toMatchObject(owed)
  expect(row).toMatchObject(owed)
  expect(await getNoteStory(admin, renewed.id)).toMatchObject({ owed: 300_000_00n })
  // 158 days of the rest are late.
  const payoff = { day: '2026-11-20', reference: 'WIRE', reason: 'Again' }
  await decideApproval(colleague, await requestPayoff(admin, note.id, payoff), 'approved')
  expect(await getNoteStory(admin, note.id)).toMatchObject({ state: 'renewed', owed: 0n, balance: { total: 0n } })
  expect((await getNoteStory(admin, note.id)).lines.at(-1)).toMatchObject({ start: '2026-06-15', due: '2026-11-20' })
  await expect(requestPayoff(admin, note.id, payoff)).rejects.toMatchObject({ code: 'PAYOFF_NOTHING_OWED' })
  // Its renewal can still be reversed.
  await reverseRenewal(people, note.id)
  expect(await getNoteStory(admin, note.id)).toMatchObject({ state: 'matured', owed: 300_000_00n })
  expect(differencesOf(await compareRegister())).toEqual([])
})
