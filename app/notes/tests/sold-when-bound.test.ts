import { expect } from 'vitest'
import { addDays } from '../../../rules/days.ts'
import * as operations from '../../../server/operations.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { givenHolder } from '../../../tests/helpers/holders.ts'
import { givenAccreditation, type NotePeople, plainTerms } from '../../../tests/helpers/notes.ts'
import { queryAs } from '../../../tests/helpers/query-as.ts'
import { type SharedPortal, test } from '../../../tests/helpers/shared-portal.ts'
import { unzip } from '../../../tests/helpers/unzip.ts'
import { getApprovals } from '../../approvals/server/approvals-list.ts'
import { decideApproval } from '../../approvals/server/decide-approval.ts'
import { getNoteStory } from '../../register/server/note-story.ts'
import { getSales } from '../../register/server/sales.ts'
import { createNote, updateDraft } from '../server/drafts.ts'
import { requestFunding } from '../server/funding.ts'
import { recordSignature, signNote } from '../server/sign-note.ts'

/* A note is sold when its holder is bound: sale, verification, signature and money each have their own day. */

const today = fundDay()
const ago = (days: number) => addDays(today, -days)

/** A draft signed on a day, with a holder verified on another one. */
async function givenSignedDraft(
  portal: SharedPortal,
  { admin, investor }: NotePeople,
  { signedOn, verifiedOn }: { signedOn: string; verifiedOn: string },
) {
  const { id: holderId } = await givenHolder(admin, investor)
  await givenAccreditation(portal, holderId, investor)
  await verifiedAt(portal, holderId, verifiedOn)
  const details = { ...plainTerms, offering: `Bound ${holderId}`, holderId }
  const note = await createNote(admin, details)
  await recordSignature(admin, note.id, { userId: investor.id, signedOn })
  return { ...note, ...details }
}

async function verifiedAt({ owner }: SharedPortal, holderId: string, day: string): Promise<void> {
  await owner.query('update accreditations set valid_from = $2 where holder_id = $1', [holderId, day])
}

/** Money that arrived on a day, confirmed. */
const fundsOf = (day: string) => ({
  ...{ day, confirmedDay: day, amount: plainTerms.principalCents },
  ...{ reference: 'WIRE', originator: 'Iris Vestor' },
})

test('a note is sold on the day of its last signature, whenever the office locks it', async ({ portal, people }) => {
  const { admin } = people
  const note = await givenSignedDraft(portal, people, { signedOn: ago(20), verifiedOn: ago(30) })
  expect(await signNote(admin, note.id)).toBeUndefined()
  const { rows } = await portal.owner.query('select relied_on::text from reliances where note_id = $1', [note.id])
  expect(rows).toEqual([{ relied_on: ago(20) }])
  expect((await getSales(admin)).find(({ offering }) => offering === note.offering)?.firstSale).toBe(ago(20))
  expect(await getNoteStory(admin, note.id)).toMatchObject({ state: 'signed', soldOn: ago(20), verifiedOn: ago(30) })
})

test('what was verified after signature or money takes two people who say why, and the binder tells it all', async ({
  portal,
  people,
  approver,
}) => {
  const { admin, colleague } = people
  const note = await givenSignedDraft(portal, people, { signedOn: ago(20), verifiedOn: ago(1) })
  await expect(signNote(admin, note.id)).rejects.toMatchObject({ code: 'NOTE_VERIFIED_LATE' })
  await expect(signNote(admin, note.id, { reason: 'x'.repeat(501) })).rejects.toMatchObject({ code: 'NOTE_REASON' })
  for (const day of [ago(20), today]) {
    const relied = `insert into reliances (accreditation_id, holder_id, note_id, amount_cents, relied_on, recorded_by)
      select a.id, a.holder_id, $1, 1, $2, $3 from accreditations a where a.holder_id = $4`
    const refused = queryAs(portal, admin.id, relied, [note.id, day, admin.id, note.holderId])
    await expect(refused, day).rejects.toThrow(/relies on an approved verification/)
  }
  const why = 'Her letter was here on paper; we entered it later.'
  const requested = (await signNote(admin, note.id, { reason: why })) ?? ''
  const listed = (await getApprovals(colleague)).waiting.find(({ id }) => id === requested)
  expect(listed?.lines.join(' ')).toMatch(/verified as accredited on .*, 19 days later. The reason given: Her letter/)
  // Only a person with access to the verification.
  for (const decision of ['approved', 'rejected'] as const) {
    await expect(decideApproval(approver, requested, decision)).rejects.toMatchObject({ code: 'ADMINISTRATOR_DECIDES' })
    const decide = queryAs(portal, approver.id, 'update approvals set decision = $2 where id = $1', [
      requested,
      decision,
    ])
    await expect(decide).rejects.toThrow(/approval does not take this step/)
  }
  await decideApproval(colleague, requested, 'approved')
  expect(await getNoteStory(admin, note.id)).toMatchObject({ state: 'signed', soldOn: ago(20), verifiedOn: ago(1) })

  await expect(requestFunding(admin, note.id, fundsOf(ago(10)))).rejects.toMatchObject({
    code: 'NOTE_FUNDED_BEFORE_VERIFIED',
  })
  const held = 'It was held apart until then.'
  const funded = await requestFunding(admin, note.id, { ...fundsOf(ago(10)), late: held })
  const money = (await getApprovals(approver)).waiting.find(({ id }) => id === funded)
  expect(money?.lines.join(' ')).toContain(`The reason given: ${held}`)
  await decideApproval(approver, funded, 'approved')

  const { archive } = await operations.exportBinder(admin, { offering: note.offering })
  const files = unzip(Buffer.from(await new Response(archive).arrayBuffer()))
  const text = (end: string) => files.find(({ name }) => name.endsWith(end))?.content.toString() ?? ''
  expect(text('Index.txt')).toContain(
    `sold ${ago(20)}, signed ${ago(20)}, verified ${ago(1)} (after the sale), money arrived ${ago(10)} (before the verification), terms locked ${today}`,
  )
  expect(text('Index.txt')).toContain(`First sale: ${ago(20)}.`)
  expect(text('Sales.csv')).toContain([ago(20), ago(20), ago(1), ago(10), today].join('","'))
  expect(text('Log.csv')).toContain(why)
  expect(text('Log.csv')).toContain(held)
})

test('money from before the verification is refused when it is approved, and by the database', async ({
  portal,
  people,
}) => {
  const { admin, colleague } = people
  const note = await givenSignedDraft(portal, people, { signedOn: ago(20), verifiedOn: ago(30) })
  await signNote(admin, note.id)
  const requested = await requestFunding(admin, note.id, fundsOf(ago(10)))
  await verifiedAt(portal, note.holderId, ago(5))
  await expect(decideApproval(colleague, requested, 'approved')).rejects.toMatchObject({
    code: 'NOTE_FUNDED_BEFORE_VERIFIED',
  })
  const mayFund = async (day: string) => {
    const { rows } = await portal.owner.query(
      `select app.has_what_it_needs('verified_in_time', '{}', jsonb_build_object('id', $1::uuid, 'issue_date', $2::date)) as may`,
      [note.id, day],
    )
    return rows[0].may
  }
  expect([await mayFund(ago(10)), await mayFund(ago(5))]).toEqual([false, true])
  // Locked before two people were required for a reason: the signature counts, too.
  await portal.owner.query('alter table reliances disable trigger user')
  await portal.owner.query('update reliances set relied_on = $2 where note_id = $1', [note.id, ago(5)])
  await portal.owner.query('alter table reliances enable trigger user')
  expect(await mayFund(ago(5))).toBe(false)
})

test('a draft that changes voids what was asked about its signature', async ({ portal, people }) => {
  const { admin, colleague } = people
  const note = await givenSignedDraft(portal, people, { signedOn: ago(20), verifiedOn: ago(1) })
  const requested = (await signNote(admin, note.id, { reason: 'The letter was late.' })) ?? ''
  await updateDraft(admin, note.id, { ...plainTerms, offering: note.offering, holderId: note.holderId, rateBp: 1150 })
  await expect(decideApproval(colleague, requested, 'approved')).rejects.toMatchObject({ code: 'APPROVAL_GONE' })
})
