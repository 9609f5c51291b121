import { expect } from 'vitest'
import { addDays, addMonths } from '../../../rules/days.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { elections } from '../../../server/sample/notes.ts'
import { givenHolder } from '../../../tests/helpers/holders.ts'
import { givenNote, givenPayment, type NotePeople } from '../../../tests/helpers/notes.ts'
import { type SharedPortal, test } from '../../../tests/helpers/shared-portal.ts'
import { givenToday } from '../../../tests/helpers/today.ts'
import { decideApproval } from '../../approvals/server/decide-approval.ts'
import { getNoteStory } from '../../register/server/note-story.ts'
import { advanceNotes } from '../server/advance-notes.ts'
import { requestDefault } from '../server/default-and-cure.ts'
import { requestLateElection } from '../server/elections.ts'
import { requestRenewal } from '../server/renewal.ts'
import { requestTransfer } from '../server/transfer.ts'

/** A matured note that its holder chose in time to renew, then late to be paid out. */
async function givenChangedMind(portal: SharedPortal, people: NotePeople): Promise<{ id: string; late: string }> {
  const note = await givenNote(portal, people, addDays(addMonths(fundDay(), -12), -10))
  const of = { note_id: note.id, holder_id: note.holderId, made_by: people.investor.id }
  // It matured ten days ago.
  const made = (days: number) => ({ ...of, made_at: new Date(addDays(fundDay(), -10 - days)) })
  await elections.insert(portal.owner, made(30))
  const late = await elections.insert(portal.owner, { ...made(5), choice: 'withdraw', is_late: true })
  return { id: note.id, late }
}

test('a note isn’t renewed while its holder’s late choice to be paid out waits; once that is rejected, it is', async ({
  portal,
  people,
}) => {
  const { admin, colleague } = people
  const { id, late } = await givenChangedMind(portal, people)
  const refused = { code: 'RENEWAL_LATE_CHOICE', message: expect.stringContaining('“Pay it out”') }
  await expect(requestRenewal(admin, id)).rejects.toMatchObject(refused)
  const accepting = await requestLateElection(admin, late)
  await expect(requestRenewal(admin, id)).rejects.toMatchObject(refused)
  await decideApproval(colleague, accepting, 'rejected', 'It came too late')
  await requestRenewal(admin, id)
})

test('a late choice that comes after a renewal was submitted stops its approval', async ({ portal, people }) => {
  const { admin, colleague } = people
  const { id, late } = await givenChangedMind(portal, people)
  // As if it hadn't existed when the renewal was submitted.
  const setAside = (at: string) =>
    portal.owner.query(
      `alter table elections disable trigger user; update elections set superseded_at = ${at} where id = '${late}';
       alter table elections enable trigger user`,
    )
  await setAside('now()')
  const renewal = await requestRenewal(admin, id)
  await setAside('null')
  await expect(decideApproval(colleague, renewal, 'approved')).rejects.toMatchObject({ code: 'RENEWAL_LATE_CHOICE' })
  // The choice can't be decided while the renewal is pending, either: that one goes first.
  await expect(requestLateElection(admin, late)).rejects.toMatchObject({ code: 'APPROVAL_CONTRADICTED' })
  await decideApproval(colleague, renewal, 'rejected', 'There is another choice')
  await decideApproval(colleague, await requestLateElection(admin, late), 'approved')
  await expect(requestRenewal(admin, id)).rejects.toMatchObject({ code: 'RENEWAL_NOT_ELECTED' })
})

test('of decisions on a note one waits at a time, while what was paid is recorded all the same', async ({
  portal,
  people,
  second,
}) => {
  givenToday('2026-11-20')
  const { admin, colleague } = people
  const note = await givenNote(portal, people, '2026-06-15')
  const { id: toHolderId } = await givenHolder(admin, second, { legalName: 'Second Person' })
  const transfer = { holder: toHolderId, reason: 'death', day: '2026-11-18', paper: 'Letters testamentary' }
  const moving = await requestTransfer(admin, note.id, transfer)
  await expect(requestDefault(admin, note.id, { reason: 'Unpaid' })).rejects.toMatchObject({
    code: 'APPROVAL_CONTRADICTED',
    message: expect.stringContaining(`Transfer of ${note.number}`),
  })
  await givenPayment(people, note.id, { day: '2026-11-18', amount: 1_833_33n })
  // Two that were submitted at the same moment: neither can be approved while the other is pending.
  await portal.owner.query(
    `insert into approvals (kind, subject_id, holder_id, content, content_sha256, summary, asked_by)
     select 'note.default', subject_id, holder_id, content, content_sha256, 'Default', asked_by from approvals where id = $1`,
    [moving],
  )
  await expect(decideApproval(colleague, moving, 'approved')).rejects.toMatchObject({ code: 'APPROVAL_CONTRADICTED' })
  const { rows } = await portal.owner.query(
    "select id from approvals where subject_id = $1 and kind = 'note.default' and decision is null",
    [note.id],
  )
  await decideApproval(colleague, rows[0].id, 'rejected', 'It moves first')
  // The payment has changed the remaining amount.
  await expect(decideApproval(colleague, moving, 'approved')).rejects.toMatchObject({ code: 'PAYMENT_CHANGED' })
  await decideApproval(colleague, moving, 'rejected', 'Submit it again')
  await decideApproval(colleague, await requestTransfer(admin, note.id, transfer), 'approved')
  expect(await getNoteStory(admin, note.id)).toMatchObject({ state: 'transferred' })
  await advanceNotes()
})
