import { expect } from 'vitest'
import { addDays, formatDay } from '../../../rules/days.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { givenHolder } from '../../../tests/helpers/holders.ts'
import { givenAccreditation, type NotePeople, plainTerms } from '../../../tests/helpers/notes.ts'
import { queryAs } from '../../../tests/helpers/query-as.ts'
import { type SharedPortal, test } from '../../../tests/helpers/shared-portal.ts'
import { getApprovals } from '../../approvals/server/approvals-list.ts'
import { decideApproval } from '../../approvals/server/decide-approval.ts'
import { getNoteStory } from '../../register/server/note-story.ts'
import { cancelDraft } from '../server/cancel-note.ts'
import { createNote, updateDraft } from '../server/drafts.ts'
import { requestFunding } from '../server/funding.ts'
import { recordSignature, signNote } from '../server/sign-note.ts'

/* A note is sold on the day of its last signature: moving that day in any way takes two people. */

const today = fundDay()
const ago = (days: number) => addDays(today, -days)

/** A draft of a holder with two members, either of whom signs; verified five days ago. */
async function givenDraft(portal: SharedPortal, { admin, investor }: NotePeople, second: { id: string }) {
  const { id: holderId } = await givenHolder(admin, investor, {
    members: [
      { userId: investor.id, right: 'owner' },
      { userId: second.id, right: 'owner' },
    ],
  })
  await givenAccreditation(portal, holderId, investor)
  await portal.owner.query('update accreditations set valid_from = $2 where holder_id = $1', [holderId, ago(5)])
  const details = { ...plainTerms, holderId }
  return { ...(await createNote(admin, details)), details }
}

async function signerOf(admin: NotePeople['admin'], noteId: string, { id }: { id: string }) {
  return (await getNoteStory(admin, noteId)).signers.find(({ userId }) => userId === id)
}

async function linesOf(decider: NotePeople['colleague'], approvalId: string): Promise<string> {
  return (await getApprovals(decider)).waiting.find(({ id }) => id === approvalId)?.lines.join(' ') ?? ''
}

test('another day of the same signature is refused without a reason, and takes a second person with one', async ({
  portal,
  people,
  second,
}) => {
  const { admin, colleague, investor } = people
  const { id } = await givenDraft(portal, people, second)
  const signed = { userId: investor.id, signedOn: ago(20) }
  expect(await recordSignature(admin, id, signed)).toBeUndefined()
  // A repetition changes nothing, and is logged once.
  expect(await recordSignature(admin, id, signed)).toBeUndefined()
  const { rowCount } = await portal.owner.query(
    "select from audit_log where action = 'note.signature_recorded' and subject_id = $1",
    [id],
  )
  expect(rowCount).toBe(1)

  const refused = recordSignature(admin, id, { ...signed, signedOn: ago(2) })
  await expect(refused).rejects.toMatchObject({ code: 'NOTE_SIGNATURE_BEFORE' })
  await expect(refused).rejects.toThrow(
    `Iris Vestor’s signature is recorded with ${formatDay(ago(20))}. The sale counts from the last signature, so to record one of ${formatDay(ago(2))} in its place, say why: a second person has to agree.`,
  )
  const reason = 'It was mistyped: the agreement has another day.'
  const requested = (await recordSignature(admin, id, { ...signed, signedOn: ago(2), reason })) ?? ''
  expect(await signerOf(admin, id, investor)).toMatchObject({ signedOn: ago(20), signedBefore: null })
  // Until then the day of the sale isn't determined.
  await expect(signNote(admin, id, { reason: 'Because.' })).rejects.toMatchObject({ code: 'NOTE_SIGNATURE_ASKED' })
  expect(await linesOf(colleague, requested)).toContain(
    `is recorded with ${formatDay(ago(20))}, and is to be recorded with ${formatDay(ago(2))}. The reason given: ${reason}`,
  )
  await expect(decideApproval(admin, requested, 'approved')).rejects.toMatchObject({ code: 'APPROVE_OWN' })
  await decideApproval(colleague, requested, 'approved')
  expect(await signerOf(admin, id, investor)).toMatchObject({ signedOn: ago(2), signedBefore: ago(20) })
  await signNote(admin, id)
  expect(await getNoteStory(admin, id)).toMatchObject({ state: 'signed', soldOn: ago(2) })
})

test('a draft that was changed takes the same signature again from one person, and any other from two', async ({
  portal,
  people,
  second,
  approver,
}) => {
  const { admin, investor } = people
  const { id, details } = await givenDraft(portal, people, second)
  await recordSignature(admin, id, { userId: investor.id, signedOn: ago(20) })
  await updateDraft(admin, id, { ...details, rateBp: 1150 })
  for (const other of [
    { userId: investor.id, signedOn: ago(2) },
    { userId: investor.id, signedOn: ago(30) },
    { userId: second.id, signedOn: ago(2) },
  ]) {
    const refused = recordSignature(admin, id, other)
    await expect(refused).rejects.toMatchObject({ code: 'NOTE_SIGNATURE_BEFORE' })
    await expect(refused).rejects.toThrow(
      `Iris Vestor signed this note on ${formatDay(ago(20))}, before its draft was changed.`,
    )
    const insert = `insert into note_signers (note_id, user_id, signed_at)
      values ($1, $2, $3::timestamp at time zone 'UTC')`
    const alone = queryAs(portal, admin.id, insert, [id, other.userId, other.signedOn])
    await expect(alone).rejects.toThrow(/another day of a signature takes two people/)
  }
  // An approver reads the reason, and another change of the draft voids the request.
  const second1 = { userId: second.id, signedOn: ago(2), reason: 'He signed in her place.' }
  const voided = (await recordSignature(admin, id, second1)) ?? ''
  await updateDraft(admin, id, { ...details, rateBp: 1160 })
  await expect(decideApproval(approver, voided, 'approved')).rejects.toMatchObject({ code: 'APPROVAL_GONE' })
  const requested = (await recordSignature(admin, id, second1)) ?? ''
  expect(await linesOf(approver, requested)).toContain(
    `Before its draft was changed, Iris Vestor had signed it on ${formatDay(ago(20))}.`,
  )
  await decideApproval(approver, requested, 'approved')
  expect(await signerOf(admin, id, investor)).toMatchObject({ signedOn: null, signedBefore: ago(20) })
  expect(await signerOf(admin, id, second)).toMatchObject({ signedOn: ago(2), signedBefore: null })
  // Her own signature, of the same day again.
  expect(await recordSignature(admin, id, { userId: investor.id, signedOn: ago(20) })).toBeUndefined()
})

test('nobody removes a signature to record another one, and what was removed stays known', async ({
  portal,
  people,
  second,
}) => {
  const { admin, investor } = people
  const { id } = await givenDraft(portal, people, second)
  await recordSignature(admin, id, { userId: investor.id, signedOn: ago(20) })
  await queryAs(portal, admin.id, 'delete from note_signers where note_id = $1', [id])
  await expect(recordSignature(admin, id, { userId: investor.id, signedOn: ago(2) })).rejects.toMatchObject({
    code: 'NOTE_SIGNATURE_BEFORE',
  })
  for (const statement of [
    'delete from note_signatures_voided where note_id = $1',
    'update note_signatures_voided set signed_on = now() where note_id = $1',
    'insert into note_signatures_voided (note_id, user_id, signed_on, recorded_by, recorded_at) select $1, id, now(), id, now() from user_profiles',
  ])
    await expect(queryAs(portal, admin.id, statement, [id]), statement).rejects.toMatchObject({ code: '42501' })
  await expect(portal.owner.query('delete from note_signatures_voided where note_id = $1', [id])).rejects.toMatchObject(
    { code: '42501' },
  )
})

test('who approves the money reads the days of signature, verification and money, and what was signed before', async ({
  portal,
  people,
  second,
}) => {
  const { admin, colleague, investor } = people
  const { id, details } = await givenDraft(portal, people, second)
  const canceled = await createNote(admin, details)
  await recordSignature(admin, canceled.id, { userId: investor.id, signedOn: ago(25) })
  await cancelDraft(admin, canceled.id, { reason: 'Another amount.' })
  await recordSignature(admin, id, { userId: investor.id, signedOn: ago(20) })
  const moved = { userId: investor.id, signedOn: ago(4), reason: 'Mistyped.' }
  await decideApproval(colleague, (await recordSignature(admin, id, moved)) ?? '', 'approved')
  await signNote(admin, id)
  const funds = { amount: plainTerms.principalCents, reference: 'WIRE', originator: 'Iris Vestor' }
  const requested = await requestFunding(admin, id, { ...funds, day: ago(1) })
  const lines = await linesOf(colleague, requested)
  expect(lines).toContain(
    `The note was signed on ${formatDay(ago(4))}, its holder was verified as accredited on ${formatDay(ago(5))}, and the money arrived on ${formatDay(ago(1))}.`,
  )
  expect(lines).toContain(`Iris Vestor had signed this note on ${formatDay(ago(20))}, which no longer counts`)
  expect(lines).toContain(
    `Iris Vestor had signed ${canceled.number} of the same holder on ${formatDay(ago(25))}, which was canceled.`,
  )
  await decideApproval(colleague, requested, 'approved')
  expect(await getNoteStory(admin, id)).toMatchObject({ state: 'current' })
})

test('who approves the money of an IRA reads which account the number in force ends in', async ({ portal, people }) => {
  const { admin, colleague, investor } = people
  const ira = {
    legalName: 'Horizon Trust Company FBO Iris Vestor IRA',
    kind: 'sdira',
    custodianName: 'Horizon Trust Company',
  }
  const { id: holderId } = await givenHolder(admin, investor, ira)
  await givenAccreditation(portal, holderId, investor)
  const { id } = await createNote(admin, { ...plainTerms, holderId })
  await recordSignature(admin, id, { userId: investor.id, signedOn: ago(2) })
  await signNote(admin, id)
  const funds = { amount: plainTerms.principalCents, reference: 'WIRE', originator: 'HORIZON TRUST CO', day: ago(1) }
  const without = await requestFunding(admin, id, funds)
  expect(await linesOf(colleague, without)).toContain(
    'No number of the holder’s account at Horizon Trust Company is in force.',
  )
  await decideApproval(colleague, without, 'rejected')
  await portal.owner.query("update holders set custodian_account_last4 = '4821' where id = $1", [holderId])
  expect(await linesOf(colleague, await requestFunding(admin, id, funds))).toContain(
    'The holder’s account at Horizon Trust Company is ••4821.',
  )
})

test('an IRA that pays for its owner’s own note stops until somebody says what they found', async ({
  portal,
  people,
}) => {
  const { admin, colleague, investor } = people
  const { id: holderId } = await givenHolder(admin, investor)
  await givenAccreditation(portal, holderId, investor)
  const { id } = await createNote(admin, { ...plainTerms, holderId })
  await recordSignature(admin, id, { userId: investor.id, signedOn: ago(2) })
  await signNote(admin, id)
  const originator = 'HORIZON TRUST CO FBO IRIS VESTOR IRA'
  const funds = { amount: plainTerms.principalCents, reference: 'WIRE', originator, day: ago(1) }
  await expect(requestFunding(admin, id, funds)).rejects.toMatchObject({ code: 'NOTE_RETIREMENT_ACCOUNT' })
  const requested = await requestFunding(admin, id, { ...funds, finding: 'A distribution, taxed as one.' })
  expect(await linesOf(colleague, requested)).toContain(`The money came from ${originator}, a retirement account`)
})
