import { expect } from 'vitest'
import { addDays } from '../../../rules/days.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { bankFile } from '../../../tests/helpers/bank-file.ts'
import { givenAccreditedHolder, givenSignedNote, plainTerms } from '../../../tests/helpers/notes.ts'
import { queryAs } from '../../../tests/helpers/query-as.ts'
import { allSent, type SharedPortal, test } from '../../../tests/helpers/shared-portal.ts'
import { getApprovals } from '../../approvals/server/approvals-list.ts'
import { decideApproval } from '../../approvals/server/decide-approval.ts'
import { addBankList } from '../../bank/server/bank-lines.ts'
import { getHoldings } from '../../holdings/server/holdings.ts'
import { getOwnNote } from '../../holdings/server/note-page.ts'
import { getNoteStory } from '../../register/server/note-story.ts'
import { advanceNotes } from '../server/advance-notes.ts'
import { cancelDraft, requestCancellation } from '../server/cancel-note.ts'
import { createNote } from '../server/drafts.ts'
import { requestFunding } from '../server/funding.ts'

const subject = /^A signed note was canceled/

/** E-mails about canceled notes to an address. */
async function mailsTo(portal: SharedPortal, address: string): Promise<string[]> {
  await allSent(portal)
  return portal.mailbox.allTo(address).flatMap(mail => (subject.test(mail.subject ?? '') ? [mail.text ?? ''] : []))
}

async function noticesOf({ owner }: SharedPortal, noteId: string) {
  const { rows } = await owner.query(
    "select user_id, kind from notices where note_id = $1 and kind = 'note-canceled'",
    [noteId],
  )
  return rows
}

test('a signed note is canceled by two people, who read where its money may be; its holder goes on seeing it', async ({
  portal,
  people,
}) => {
  const { admin, colleague, investor } = people
  const note = await givenSignedNote(portal, people)
  await expect(cancelDraft(admin, note.id, { reason: 'Withdrawn' })).rejects.toMatchObject({ code: 'NOTE_STATE' })
  const alone = "update notes set state = 'cancelled', closed_at = now(), closed_on = current_date where id = $1"
  await expect(queryAs(portal, admin.id, alone, [note.id])).rejects.toMatchObject({ code: '42501' })

  const requested = await requestCancellation(admin, note.id, { reason: 'Withdrawn' })
  const { waiting } = await getApprovals(colleague)
  const words = waiting.find(({ id }) => id === requested)?.lines.join(' ') ?? ''
  expect(words).toContain('The reason: Withdrawn')
  expect(words).toContain('Its money may be in the bank already, or on its way. Check before you approve')
  await expect(decideApproval(admin, requested, 'approved')).rejects.toMatchObject({ code: 'APPROVE_OWN' })
  await decideApproval(colleague, requested, 'approved')

  expect(await getNoteStory(admin, note.id)).toMatchObject({ state: 'cancelled', closeReason: 'Withdrawn' })
  expect(await noticesOf(portal, note.id)).toEqual([{ user_id: investor.id, kind: 'note-canceled' }])
  const [mail] = await mailsTo(portal, admin.email)
  expect(mail).toContain('Two people have canceled a signed note before it was funded.')
  expect(mail).toContain('send it back to the account that it came from')
  expect(mail).not.toContain(note.number)
  expect(await mailsTo(portal, colleague.email)).toEqual([])
  expect(await getHoldings(investor)).toMatchObject({ notes: [{ id: note.id, state: 'cancelled' }], investedCents: 0n })
  expect(await getOwnNote(investor, note.id)).toMatchObject({ agreement: { isMistake: false }, ledger: [] })
  await expect(requestCancellation(admin, note.id, { reason: 'Again' })).rejects.toMatchObject({ code: 'NOTE_STATE' })
})

test('the approval of a cancellation names the bank line that may be the note’s money', async ({ portal, people }) => {
  const { admin, colleague } = people
  const note = await givenSignedNote(portal, people, { principalCents: 234_567_00n, signedOn: '2026-06-10' })
  const content = [
    'Date,Amount,Description',
    '2026-06-09,234567.00,WIRE before it was signed',
    '2026-06-12,234567.00,WIRE VESTOR',
    '2026-06-13,234568.00,WIRE of another amount',
  ].join('\n')
  await addBankList(admin, bankFile('June.csv', content))
  const requested = await requestCancellation(admin, note.id, { reason: 'Withdrawn' })
  const { waiting } = await getApprovals(colleague)
  const named = waiting.find(({ id }) => id === requested)?.lines.filter(line => line.startsWith('The bank’s list has'))
  expect(named).toEqual([expect.stringContaining('$234,567 on Jun 12, 2026 (WIRE VESTOR)')])
})

test('a draft is canceled by one person, and its holder never sees it', async ({ portal, people }) => {
  const { admin, investor } = people
  const holderId = await givenAccreditedHolder(portal, people)
  const note = await createNote(admin, { ...plainTerms, holderId })
  await cancelDraft(admin, note.id, { reason: 'Another holder' })
  expect(await getNoteStory(admin, note.id)).toMatchObject({ state: 'cancelled' })
  expect(await getHoldings(investor)).toMatchObject({ notes: [] })
  expect(await noticesOf(portal, note.id)).toEqual([])
})

test('a note that the clock cancels is in the log, and its holder and the office are told where its money may be', async ({
  portal,
  people,
}) => {
  const { admin, colleague, investor } = people
  const note = await givenSignedNote(portal, people)
  // The cancellation was already requested by two people.
  const requested = await requestCancellation(admin, note.id, { reason: 'Withdrawn' })
  await advanceNotes(addDays(fundDay(), 60))
  expect(await getNoteStory(admin, note.id)).toMatchObject({
    state: 'cancelled',
    closeReason: 'Not funded within 10 business days',
  })
  const { rows } = await portal.owner.query(
    'select actor_id, actor_role, details from audit_log where action = $1 and subject_id = $2',
    ['note.cancelled', note.id],
  )
  expect(rows).toEqual([
    { actor_id: null, actor_role: 'system', details: expect.objectContaining({ number: note.number }) },
  ])
  expect(await noticesOf(portal, note.id)).toEqual([{ user_id: investor.id, kind: 'note-canceled' }])
  for (const { email } of [admin, colleague]) {
    const mails = (await mailsTo(portal, email)).filter(text => text.includes(note.id))
    expect(mails).toHaveLength(1)
    expect(mails[0]).toContain('its funds weren’t recorded within 10 business days')
  }
  expect(await getHoldings(investor)).toMatchObject({ notes: [{ id: note.id, state: 'cancelled' }] })
  await expect(decideApproval(colleague, requested, 'approved')).rejects.toMatchObject({ code: 'APPROVAL_GONE' })
})

test('a note isn’t canceled while its funds wait, nor funded while its cancellation does', async ({
  portal,
  people,
}) => {
  const { admin, colleague } = people
  const note = await givenSignedNote(portal, people)
  const day = fundDay()
  const funds = { day, confirmedDay: day, amount: 200_000_00n, reference: 'WIRE', originator: 'Iris Vestor' }
  const funding = await requestFunding(admin, note.id, funds)
  await expect(requestCancellation(admin, note.id, { reason: 'Withdrawn' })).rejects.toMatchObject({
    code: 'APPROVAL_CONTRADICTED',
    message: expect.stringContaining(`Funds of ${note.number}`),
  })
  await decideApproval(colleague, funding, 'rejected', 'Not there yet')
  const cancellation = await requestCancellation(admin, note.id, { reason: 'Withdrawn' })
  await expect(requestFunding(admin, note.id, funds)).rejects.toMatchObject({ code: 'APPROVAL_CONTRADICTED' })
  await decideApproval(colleague, cancellation, 'rejected', 'The money is there')
  await decideApproval(colleague, await requestFunding(admin, note.id, funds), 'approved')
  expect(await getNoteStory(admin, note.id)).toMatchObject({ state: 'current', owed: 200_000_00n })
})
