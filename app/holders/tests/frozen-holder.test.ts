import { expect } from 'vitest'
import { addDays, addMonths } from '../../../rules/days.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { ownMoney, signedBy, uploadedEvidence } from '../../../tests/helpers/accreditation.ts'
import { givenHolder } from '../../../tests/helpers/holders.ts'
import { insertNote } from '../../../tests/helpers/insert-notes.ts'
import {
  givenAccreditedHolder,
  givenNote,
  givenPayment,
  plainTerms,
  withFreshProof,
} from '../../../tests/helpers/notes.ts'
import { queryAs } from '../../../tests/helpers/query-as.ts'
import { test } from '../../../tests/helpers/shared-portal.ts'
import { addEvidence } from '../../accreditation/server/evidence.ts'
import { getOwnAccreditation } from '../../accreditation/server/own-accreditation.ts'
import { remindOfAccreditation } from '../../accreditation/server/remind.ts'
import { saveAccreditation } from '../../accreditation/server/start.ts'
import { decideApproval } from '../../approvals/server/decide-approval.ts'
import { getHoldings } from '../../holdings/server/holdings.ts'
import { getOwnNote } from '../../holdings/server/note-page.ts'
import { findMaturingNotes } from '../../notes/server/accreditation-facts.ts'
import { createNote } from '../../notes/server/drafts.ts'
import { electAtMaturity } from '../../notes/server/elections.ts'
import { recordSignature, signNote } from '../../notes/server/sign-note.ts'
import { requestFreeze, requestUnfreeze } from '../server/freeze-holder.ts'
import { getHolder } from '../server/holders-list.ts'
import { requestNewMember } from '../server/member-changes.ts'
import { chooseStatementRhythm } from '../server/statement-rhythm.ts'

/** The refusal of anyone who tries to act for a frozen holder. */
const frozen = { code: 'HOLDER_FROZEN' }
const today = fundDay()

async function freeze(admin: Actor, colleague: Actor, holderId: string): Promise<void> {
  const id = await requestFreeze(admin, holderId, { reason: 'dispute' })
  await decideApproval(colleague, id, 'approved')
}

async function unfreeze(admin: Actor, colleague: Actor, holderId: string): Promise<void> {
  const id = await requestUnfreeze(admin, holderId, { reason: 'Settled in court' })
  await decideApproval(colleague, id, 'approved')
}

test('those who act for a holder choose how often it gets statements; who only looks, or is a stranger, does not', async ({
  portal,
  admin,
  colleague,
  investor,
  second,
}) => {
  const members = [
    { userId: investor.id, right: 'owner' as const },
    { userId: second.id, right: 'viewer' as const },
  ]
  const { id } = await givenHolder(admin, investor, { members })
  const rhythm = async () =>
    (await portal.owner.query('select statement_rhythm from holders where id = $1', [id])).rows[0]
  await chooseStatementRhythm(investor, id, { rhythm: 'monthly' })
  expect(await rhythm()).toEqual({ statement_rhythm: 'monthly' })
  await expect(chooseStatementRhythm(investor, id, { rhythm: 'daily' })).rejects.toMatchObject({
    code: 'STATEMENT_RHYTHM',
  })
  await expect(chooseStatementRhythm(second, id, { rhythm: 'annual' })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(chooseStatementRhythm(colleague, id, { rhythm: 'annual' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  // So does the table.
  const set = (column: string, value: string) => `update holders set ${column} = '${value}' where id = $1`
  expect((await queryAs(portal, second.id, set('statement_rhythm', 'annual'), [id])).rowCount).toBe(0)
  await expect(queryAs(portal, investor.id, set('legal_name', 'Somebody Else'), [id])).rejects.toMatchObject({
    code: '42501',
  })
  await freeze(admin, colleague, id)
  await expect(chooseStatementRhythm(investor, id, { rhythm: 'annual' })).rejects.toMatchObject(frozen)
  expect((await queryAs(portal, investor.id, set('statement_rhythm', 'annual'), [id])).rowCount).toBe(0)
  expect(await rhythm()).toEqual({ statement_rhythm: 'monthly' })
})

test('nobody chooses for a frozen holder at maturity, and its members read as before', async ({
  portal,
  admin,
  colleague,
  investor,
}) => {
  const { id: holderId } = await givenHolder(admin, investor)
  const issueDate = addMonths(addDays(today, 40), -12)
  const query = (text: string, values?: unknown[]) => portal.owner.query(text, values)
  const { id, number } = await insertNote(query, holderId, { issueDate, until: today, paid: [1, 2, 3] })
  const member = await withFreshProof(portal, investor)
  await freeze(admin, colleague, holderId)
  await expect(electAtMaturity(member, id, { choice: 'renew' })).rejects.toMatchObject(frozen)
  const electing = `insert into elections (id, note_id, holder_id, choice) values (gen_random_uuid(), $1, $2, 'renew')`
  await expect(queryAs(portal, investor.id, electing, [id, holderId])).rejects.toMatchObject({ code: '42501' })
  expect((await getOwnNote(investor, id)).note).toMatchObject({ number, holder: { isFrozen: true } })
  expect((await getHoldings(investor))?.notes).toHaveLength(1)
  await unfreeze(admin, colleague, holderId)
  await electAtMaturity(member, id, { choice: 'renew' })
})

test('nobody is reminded to verify a frozen holder for a renewal, until it no longer is', async ({
  portal,
  admin,
  colleague,
  investor,
}) => {
  const people = { admin, colleague, investor }
  const issued = addMonths(addDays(today, 40), -12)
  const { id, holderId } = await givenNote(portal, people, issued)
  await portal.owner.query('update accreditations set valid_through = $2 where holder_id = $1', [holderId, today])
  await freeze(admin, colleague, holderId)
  const reminders = async () => {
    await remindOfAccreditation(findMaturingNotes, today)
    const found = await portal.owner.query('select kind from accreditation_reminders where note_id = $1', [id])
    return found.rows.map(({ kind }) => kind)
  }
  expect(await reminders()).toEqual([])
  await unfreeze(admin, colleague, holderId)
  expect(await reminders()).toEqual(['ends-soon'])
})

test('no signature of a frozen holder is recorded, and no terms are frozen; its payments are', async ({
  portal,
  admin,
  colleague,
  investor,
}) => {
  const people = { admin, colleague, investor }
  const holderId = await givenAccreditedHolder(portal, people)
  const paying = await givenNote(portal, people, '2026-01-15', { holderId })
  const unsigned = await createNote(admin, { ...plainTerms, holderId })
  const signed = await createNote(admin, { ...plainTerms, holderId })
  const signature = { userId: investor.id, signedOn: '2026-01-02' }
  await recordSignature(admin, signed.id, signature)
  await freeze(admin, colleague, holderId)
  await expect(recordSignature(admin, unsigned.id, signature)).rejects.toMatchObject(frozen)
  await expect(signNote(admin, signed.id)).rejects.toMatchObject(frozen)
  await givenPayment(people, paying.id, { day: '2026-02-17', amount: 1_833_33n })
  await unfreeze(admin, colleague, holderId)
  await recordSignature(admin, unsigned.id, signature)
  await signNote(admin, signed.id)
})

test('the accreditation of a frozen holder is neither answered, signed nor added to', async ({
  portal,
  admin,
  colleague,
  investor,
}) => {
  const { id: holderId } = await givenHolder(admin, investor)
  const { id } = await saveAccreditation(investor, { holderId, ...ownMoney })
  const { verification } = await getOwnAccreditation(investor, holderId)
  const signature = { typedName: 'Iris Vestor', text: verification?.text ?? '' }
  const documentId = await uploadedEvidence(portal, investor, ['A letter'])
  await freeze(admin, colleague, holderId)
  await expect(saveAccreditation(investor, { holderId, ...ownMoney })).rejects.toMatchObject(frozen)
  await expect(signedBy(portal, investor, id, signature)).rejects.toMatchObject(frozen)
  await expect(
    addEvidence(investor, id, { documentId, kind: 'letter', datedOn: today, signedBy: 'C. P. Accountant' }),
  ).rejects.toMatchObject(frozen)
  const signing = `insert into representations (accreditation_id, holder_id, user_id, version, text, typed_name)
    values ($1, $2, $3, '1', 'text', 'Iris Vestor')`
  await expect(queryAs(portal, investor.id, signing, [id, holderId, investor.id])).rejects.toMatchObject({
    code: '42501',
  })
  expect(await getOwnAccreditation(investor, holderId)).toMatchObject({ holder: { canAct: false, isFrozen: true } })
  await unfreeze(admin, colleague, holderId)
  expect(await signedBy(portal, investor, id, signature)).toBe(true)
})

test('who acts for a frozen holder is changed by two people of the fund, and by no member', async ({
  portal,
  admin,
  colleague,
  investor,
  second,
}) => {
  const { id } = await givenHolder(admin, investor)
  await freeze(admin, colleague, id)
  const executor = { email: second.email, right: 'manager', paper: 'Letters testamentary' }
  await expect(requestNewMember(investor, id, executor)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  const own = 'update holder_members set ended_at = now() where holder_id = $1'
  expect((await queryAs(portal, investor.id, own, [id])).rowCount).toBe(0)
  // The executor has to be added before the freeze ends, and is view-only until then.
  await decideApproval(colleague, await requestNewMember(admin, id, executor), 'approved')
  const { members } = await getHolder(admin, id)
  expect(members.map(({ userId, right }) => [userId, right])).toContainEqual([second.id, 'manager'])
  await expect(saveAccreditation(second, { holderId: id, ...ownMoney })).rejects.toMatchObject(frozen)
})
