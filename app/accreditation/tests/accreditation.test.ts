import { Temporal } from 'temporal-polyfill'
import { expect, onTestFinished } from 'vitest'
import type { Actor } from '../../../server/access/actor.ts'
import { actAs } from '../../../server/database/act-as.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import {
  approvedBy,
  dayFromNow,
  openedBy,
  ownMoney,
  signedBy,
  signedByMinimum,
  uploadedEvidence,
} from '../../../tests/helpers/accreditation.ts'
import { givenHolder } from '../../../tests/helpers/holders.ts'
import { slowOf } from '../../../tests/helpers/lane.ts'
import { givenAccreditation, givenSignedNote, plainTerms } from '../../../tests/helpers/notes.ts'
import { queryAs } from '../../../tests/helpers/query-as.ts'
import { type SharedPortal, test } from '../../../tests/helpers/shared-portal.ts'
import { getApprovals } from '../../approvals/server/approvals-list.ts'
import { decideApproval, withdrawApproval } from '../../approvals/server/decide-approval.ts'
import { getUserDocuments } from '../../documents/server/documents.ts'
import { incrementViewCount } from '../../documents/server/views.ts'
import { createHolder } from '../../holders/server/holders.ts'
import { getHoldings } from '../../holdings/server/holdings.ts'
import { createNote } from '../../notes/server/drafts.ts'
import { findEarlier } from '../server/accreditation.ts'
import { requestClearance, revokeAccreditation } from '../server/contrary-knowledge.ts'
import { endAccreditations } from '../server/end-accreditations.ts'
import { addEvidence, removeEvidence, sendEvidenceAnyway } from '../server/evidence.ts'
import { getOwnAccreditation } from '../server/own-accreditation.ts'
import { isAccreditedFor, relyOnAccreditation } from '../server/reliance.ts'
import { approveAccreditation, rejectAccreditation, returnAccreditation } from '../server/review.ts'
import { getAccreditationForReview, getAccreditations } from '../server/review-list.ts'
import { saveAccreditation } from '../server/start.ts'

const slow = slowOf(test)

const couple = (...people: Actor[]) => people.map(({ id }) => ({ userId: id, right: 'owner' as const }))

/** Every code of a verification's checklist. */
async function allTicks(admin: Actor, id: string): Promise<string[]> {
  const { checklist } = await getAccreditationForReview(admin, id)
  return checklist.map(({ code }) => code)
}

async function approveByTwo(admin: Actor, colleague: Actor, id: string): Promise<void> {
  expect(await approvedBy(admin, id)).toBe(false)
  expect(await approvedBy(colleague, id)).toBe(true)
}

/** The last complete one, as on IRS forms. */
const lastYear = Number(fundDay().slice(0, 4)) - 1

const dayAfter = (days: number) => Temporal.PlainDate.from(fundDay()).add({ days }).toString()

const stateOf = async ({ owner }: SharedPortal, id: string) =>
  (await owner.query('select state from accreditations where id = $1', [id])).rows[0].state

const covers = (admin: Actor, holder: string, cents: bigint, day = fundDay(), isRenewal = false) =>
  actAs(admin, tx => isAccreditedFor(tx, holder, cents, day, isRenewal))

/** Relies on a verification, as a note's sale does. */
async function rely(admin: Actor, holderId: string, principalCents = 200_000_00n) {
  const { id: noteId } = await createNote(admin, { ...plainTerms, holderId, principalCents })
  await actAs(admin, tx => relyOnAccreditation(tx, admin, { holderId, noteId, principalCents, day: fundDay() }))
}

test('a person at the minimum signs one page, two people approve it, and one sale relies on it', async ({
  portal,
  admin,
  colleague,
  investor,
}) => {
  const { id: holder } = await givenHolder(admin, investor)
  expect(await covers(admin, holder, 200_000_00n)).toBe(false)
  const id = await signedByMinimum(portal, investor, holder)
  expect(await stateOf(portal, id)).toBe('submitted')
  expect((await getAccreditations(admin)).waiting.map(row => row.id)).toContain(id)

  const ticks = await allTicks(admin, id)
  await expect(approveAccreditation(admin, id, { ticks: ticks.slice(1) })).rejects.toMatchObject({
    code: 'REVIEW_TICKS',
  })
  expect(await approveAccreditation(admin, id, { ticks })).toBeUndefined()
  expect(await stateOf(portal, id)).toBe('in_review')
  await expect(approveAccreditation(admin, id, { ticks })).rejects.toMatchObject({ code: 'REVIEWED_ALREADY' })
  expect(await covers(admin, holder, 200_000_00n)).toBe(false)
  expect(await approveAccreditation(colleague, id, { ticks })).toEqual({ notice: 'Approved' })

  expect(await covers(admin, holder, 200_000_00n)).toBe(true)
  expect(await covers(admin, holder, 199_999_99n)).toBe(false)
  expect(await covers(admin, holder, 200_000_00n, dayFromNow(100))).toBe(false)
  expect(await covers(admin, holder, 200_000_00n, fundDay(), true)).toBe(false)
  await rely(admin, holder)
  expect(await covers(admin, holder, 200_000_00n)).toBe(false)
  await expect(rely(admin, holder)).rejects.toMatchObject({ code: 'NOT_ACCREDITED' })
  const { rows } = await portal.owner.query(
    "select action from audit_log where subject_id = $1 and action <> 'verification.viewed' order by id",
    [id],
  )
  expect(rows.map(({ action }) => action)).toEqual([
    'accreditation.started',
    'accreditation.signed',
    'accreditation.submitted',
    'accreditation.reviewed',
    'accreditation.reviewed',
    'accreditation.approved',
    'accreditation.relied_on',
  ])
})

test('an approver is the second, who reads what the first one checked', async ({
  portal,
  admin,
  approver,
  investor,
}) => {
  const { id: holder } = await givenHolder(admin, investor)
  const id = await signedByMinimum(portal, investor, holder)
  await approveAccreditation(admin, id, { ticks: await allTicks(admin, id) })
  const { waiting } = await getApprovals(approver)
  const requested = waiting.find(({ summary }) => summary.startsWith('Accreditation of') && summary.includes('H-'))
  expect(waiting.flatMap(({ lines }) => lines).join(' ')).toContain('The first reviewer checked: The names')
  expect(requested).toBeDefined()
  const open = await getAccreditationForReview(admin, id)
  await decideApproval(approver, open.openApproval?.id ?? '', 'approved')
  expect(await stateOf(portal, id)).toBe('approved')
  // The file says who checked the list, and who didn't.
  const { reviews } = await getAccreditationForReview(admin, id)
  expect(reviews.map(({ reviewer, isOnTrust }) => [reviewer, isOnTrust])).toEqual([
    [`Ada Ministrator (${admin.email})`, false],
    [`Appro Ver (${approver.email})`, true],
  ])
})

test('the second reviewer has opened every document, which an approver can’t', async ({
  portal,
  admin,
  colleague,
  approver,
  investor,
}) => {
  const { id: holder } = await givenHolder(admin, investor)
  const { id } = await saveAccreditation(investor, { holderId: holder, ...ownMoney, method: 'letter' })
  for (const text of ['A letter.', 'What it rests on.']) {
    const documentId = await uploadedEvidence(portal, investor, [text])
    await addEvidence(investor, id, { documentId, kind: 'letter', datedOn: fundDay(), signedBy: 'Cara Counsel' })
  }
  const { verification } = await getOwnAccreditation(investor, holder)
  await signedBy(portal, investor, id, { typedName: 'Iris Vestor', text: verification?.text ?? '' })
  const ticks = await allTicks(admin, id)
  await approveAccreditation(admin, id, { ticks })
  const { openApproval, evidence } = await getAccreditationForReview(colleague, id)
  const requested = openApproval?.id ?? ''
  await expect(decideApproval(approver, requested, 'approved')).rejects.toMatchObject({ code: 'ADMINISTRATOR_DECIDES' })
  for (const decision of ['approved', 'rejected']) {
    const decide = queryAs(portal, approver.id, 'update approvals set decision = $2 where id = $1', [
      requested,
      decision,
    ])
    await expect(decide, decision).rejects.toThrow(/approval does not take this step/)
  }
  const opened = await queryAs(portal, approver.id, 'select app.has_opened_evidence($1) as opened', [id])
  expect(opened.rows).toEqual([{ opened: false }])
  const { waiting } = await getApprovals(approver)
  expect(waiting.find(each => each.id === requested)).toMatchObject({
    canDecide: false,
    refusal: 'ADMINISTRATOR_DECIDES',
  })
  for (const { documentId } of evidence) {
    await expect(decideApproval(colleague, requested, 'approved')).rejects.toMatchObject({ code: 'REVIEW_UNOPENED' })
    await expect(approveAccreditation(colleague, id, { ticks })).rejects.toMatchObject({ code: 'REVIEW_UNOPENED' })
    // A request isn't enough: its last byte has to have been served.
    await incrementViewCount(colleague, documentId ?? '')
    await expect(approveAccreditation(colleague, id, { ticks })).rejects.toMatchObject({ code: 'REVIEW_UNOPENED' })
    await openedBy(colleague, documentId ?? '')
  }
  expect(await approveAccreditation(colleague, id, { ticks })).toEqual({ notice: 'Approved' })
})

test('once the second person rejects a request, or it is withdrawn, either of the two can be the first again', async ({
  portal,
  admin,
  colleague,
  investor,
}) => {
  const { id: holder } = await givenHolder(admin, investor)
  const id = await signedByMinimum(portal, investor, holder)
  const ticks = await allTicks(admin, id)
  const waitsFor = async (actor: Actor) => {
    const listed = (await getAccreditations(actor)).waiting.find(row => row.id === id)
    return listed && !listed.isReviewedBySelf
  }
  const openRequest = async () => (await getAccreditationForReview(admin, id)).openApproval?.id ?? ''
  await approveAccreditation(admin, id, { ticks })
  expect([await waitsFor(admin), await waitsFor(colleague)]).toEqual([false, true])
  await decideApproval(colleague, await openRequest(), 'rejected', 'The name is wrong.')
  expect([await waitsFor(admin), await waitsFor(colleague)]).toEqual([true, true])
  expect(await getAccreditationForReview(admin, id)).toMatchObject({
    openApproval: null,
    declined: { by: 'Cole League', decision: 'rejected', reason: 'The name is wrong.' },
  })
  expect(await approveAccreditation(admin, id, { ticks })).toBeUndefined()
  await withdrawApproval(admin, await openRequest())
  // Now the other reviewer is first.
  expect(await approveAccreditation(colleague, id, { ticks })).toBeUndefined()
  expect(await covers(admin, holder, 200_000_00n)).toBe(false)
  expect(await approveAccreditation(admin, id, { ticks })).toEqual({ notice: 'Approved' })
  expect(await stateOf(portal, id)).toBe('approved')
})

test('a company’s earlier verification carries nothing: the law says it of natural persons', async ({
  portal,
  admin,
  investor,
}) => {
  for (const [kind, carries] of [
    ['llc', false],
    ['sdira', true],
    ['individual', true],
  ] as const) {
    const custodianName = kind === 'sdira' ? 'Bluebonnet Trust Company' : undefined
    const { id } = await givenHolder(admin, investor, { kind, ...(custodianName && { custodianName }) })
    await givenAccreditation(portal, id, investor)
    const category = kind === 'individual' ? 'a5' : 'a8'
    const since = 'update accreditations set valid_from = $2, category = $3 where holder_id = $1'
    await portal.owner.query(since, [id, fundDay(), category])
    const earlier = await actAs(admin, tx => findEarlier(tx, { id, kind }, fundDay()))
    expect(earlier !== undefined).toBe(carries)
  }
})

test('lent money is not verified by its amount, nor is a company’s half million', async ({ admin, investor }) => {
  const { id: holder } = await givenHolder(admin, investor)
  const lent = { holderId: holder, ...ownMoney, money: 'lent', method: 'high_minimum' }
  await expect(saveAccreditation(investor, lent)).rejects.toMatchObject({ code: 'ACCREDITATION_LENT' })
  const wrong = { holderId: holder, ...ownMoney }
  await expect(saveAccreditation(investor, { ...wrong, money: '' })).rejects.toMatchObject({
    code: 'ACCREDITATION_MONEY',
  })
  await expect(saveAccreditation(investor, { ...wrong, amount: 'much' })).rejects.toMatchObject({
    code: 'ACCREDITATION_AMOUNT',
  })
  await expect(saveAccreditation(investor, { ...wrong, category: 'a3' })).rejects.toMatchObject({
    code: 'ACCREDITATION_CATEGORY',
  })
  const { id: llc } = await givenHolder(admin, investor, { kind: 'llc' })
  const company = { holderId: llc, ...ownMoney, category: 'a3', method: 'high_minimum', amount: '999,999.99' }
  await expect(saveAccreditation(investor, company)).rejects.toMatchObject({ code: 'ACCREDITATION_METHOD' })
  const owners = { ...company, category: 'a8', amount: '800000', people: 'A One\nB Two\nC Three\nD Four' }
  await saveAccreditation(investor, owners)
  await expect(saveAccreditation(investor, { ...owners, people: `${owners.people}\nE Five` })).rejects.toMatchObject({
    code: 'ACCREDITATION_METHOD',
  })
})

test('what was signed falls when an answer changes, and is never another text than was shown', async ({
  portal,
  admin,
  investor,
  second,
}) => {
  const { id: holder } = await givenHolder(admin, investor, {
    kind: 'joint_jtwros',
    signingRule: 'all',
    members: couple(investor, second),
  })
  const joint = { holderId: holder, ...ownMoney, people: 'Iris Vestor\nSecond Person', isJointTest: true }
  const { id } = await saveAccreditation(investor, joint)
  const text = async (person: Actor) => (await getOwnAccreditation(person, holder)).verification?.text ?? ''
  const sign = async (person: Actor, shown: string) =>
    signedBy(portal, person, id, { typedName: person.fullName ?? '', text: shown })
  await expect(sign(investor, 'Something else')).rejects.toMatchObject({ code: 'ACCREDITATION_CHANGED' })
  expect(await sign(investor, await text(investor))).toBe(false)
  await expect(sign(investor, await text(investor))).rejects.toMatchObject({ code: 'ACCREDITATION_SIGNED' })
  await saveAccreditation(second, { ...joint, amount: '250000' })
  expect((await getOwnAccreditation(investor, holder)).verification?.signatures).toMatchObject({ have: 0, need: 2 })
  expect(await sign(second, await text(second))).toBe(false)
  expect(await sign(investor, await text(investor))).toBe(true)
  await expect(saveAccreditation(investor, joint)).rejects.toMatchObject({ code: 'ACCREDITATION_MOVED' })
  const { rows } = await portal.owner.query(
    "select encode(sha256, 'hex') as sha, encode(sha256(convert_to(text, 'UTF8')), 'hex') as again, superseded_at is null as current from representations where accreditation_id = $1",
    [id],
  )
  expect(rows).toHaveLength(3)
  expect(rows.every(({ sha, again }) => sha === again)).toBe(true)
  expect(rows.filter(({ current }) => current)).toHaveLength(2)
  // Signed and sent data can't be changed, not even by the database’s owner.
  const rewrite = "update representations set text = 'other' where accreditation_id = $1"
  await expect(queryAs(portal, investor.id, rewrite, [id])).rejects.toMatchObject({ code: '42501' })
  await expect(portal.owner.query(rewrite, [id])).rejects.toThrow(/stays as it is/)
  const lower = 'update accreditations set amount_cents = 1 where id = $1'
  await expect(queryAs(portal, investor.id, lower, [id])).rejects.toMatchObject({ code: '42501' })
  await expect(queryAs(portal, admin.id, lower, [id])).rejects.toMatchObject({ code: '42501' })
})

test('how many people decide is the fund’s to say, whatever is sent along by a member or an administrator', async ({
  portal,
  admin,
  investor,
}) => {
  const needed = async (id: string) =>
    (await portal.owner.query('select reviewers_needed from accreditations where id = $1', [id])).rows[0]
  const submitting = `update accreditations set state = 'submitted', submitted_at = now(), round = round + 1,
    reviewers_needed = 1 where id = $1`
  const { id: holder } = await givenHolder(admin, investor)
  const { id } = await saveAccreditation(investor, { holderId: holder, ...ownMoney })
  await portal.owner.query(
    `insert into representations (accreditation_id, holder_id, user_id, version, text, typed_name, sha256)
    values ($1, $2, $3, '1', 'x', 'Iris Vestor', '')`,
    [id, holder, investor.id],
  )
  await queryAs(portal, investor.id, submitting, [id])
  expect(await needed(id)).toEqual({ reviewers_needed: 2 })
  const taking = "update accreditations set state = 'in_review', reviewers_needed = 1 where id = $1"
  await queryAs(portal, admin.id, taking, [id])
  expect(await needed(id)).toEqual({ reviewers_needed: 2 })

  await portal.owner.query('update app.fund set accreditation_reviewers = 1')
  onTestFinished(async () => {
    await portal.owner.query('update app.fund set accreditation_reviewers = 2')
  })
  const alone = await signedByMinimum(portal, investor, (await givenHolder(admin, investor)).id)
  expect(await needed(alone)).toEqual({ reviewers_needed: 1 })
})

test('evidence is searched for Social Security numbers, dated, and seen by nobody but its sender and the office', async ({
  portal,
  admin,
  investor,
  second,
}) => {
  const { id: holder } = await givenHolder(admin, investor, { kind: 'joint_tic', members: couple(investor, second) })
  const answers = {
    holderId: holder,
    ...ownMoney,
    category: 'a6',
    method: 'income',
    people: 'Iris Vestor\nSecond Person',
    isJointTest: true,
  }
  const { id } = await saveAccreditation(investor, answers)
  const form = await uploadedEvidence(portal, investor, ['Form W-2', 'SSN 123-45-6789'], '2025.pdf')
  const added = await addEvidence(investor, id, {
    documentId: form,
    kind: 'tax_form',
    datedOn: '',
    taxYear: `${lastYear}`,
  })
  expect(added.ssnPages).toEqual([2])
  const clean = await uploadedEvidence(portal, second, ['Form 1040, ***-**-6789', '', ' '], '2026.pdf')
  const own = { documentId: clean, kind: 'tax_form', datedOn: '', taxYear: `${lastYear - 1}` }
  expect(await addEvidence(second, id, own)).toMatchObject({ ssnPages: [] })

  const seen = (await getOwnAccreditation(second, holder)).verification
  expect(seen?.evidence).toMatchObject([
    { filename: null, documentId: null, problem: 'EVIDENCE_SSN', isOwn: false },
    { filename: '2026.pdf', problem: null, isOwn: true },
  ])
  expect((await queryAs(portal, second.id, 'select from evidence where accreditation_id = $1', [id])).rowCount).toBe(1)
  expect((await getUserDocuments(second, second.id)).map(({ id: each }) => each)).not.toContain(form)
  const signature = { typedName: 'Iris Vestor', text: seen?.text ?? '' }
  await expect(signedBy(portal, investor, id, signature)).rejects.toMatchObject({ code: 'ACCREDITATION_MISSING' })
  await expect(sendEvidenceAnyway(second, added.id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await sendEvidenceAnyway(investor, added.id)
  expect(await signedBy(portal, investor, id, signature)).toBe(true)
  await expect(removeEvidence(investor, added.id)).rejects.toMatchObject({ code: 'ACCREDITATION_MOVED' })
  const review = await getAccreditationForReview(admin, id)
  expect(review.evidence).toMatchObject([
    { filename: '2025.pdf', isSentAnyway: true, ssnPages: [2], isSearched: true, unsearchedPages: [] },
    { filename: '2026.pdf', ssnPages: [], isSearched: true, unsearchedPages: [2, 3] },
  ])
})

slow(
  'joint holders who prove their income by themselves each send their own forms, and a couple sends them once',
  async ({ portal, admin, investor, second }) => {
    const members = couple(investor, second)
    const { id: holder } = await givenHolder(admin, investor, { kind: 'joint_tic', members })
    const income = { holderId: holder, ...ownMoney, category: 'a6', method: 'income' }
    for (const people of ['Iris Vestor', 'Iris Vestor\nIris  Vestor']) {
      await expect(saveAccreditation(investor, { ...income, people })).rejects.toMatchObject({
        code: 'ACCREDITATION_OWNERS',
      })
    }
    const apart = { ...income, people: 'Iris Vestor\nSecond Person' }
    const { id } = await saveAccreditation(investor, apart)
    const add = async (actor: Actor, person?: string, year = lastYear) => {
      const documentId = await uploadedEvidence(portal, actor, ['Form W-2 of Iris Vestor'])
      const form = { documentId, kind: 'tax_form', datedOn: '', taxYear: `${year}` }
      return addEvidence(actor, id, { ...form, ...(person && { person }) })
    }
    const shown = async () => (await getOwnAccreditation(investor, holder)).verification
    const sign = async () =>
      signedBy(portal, investor, id, { typedName: 'Iris Vestor', text: (await shown())?.text ?? '' })
    await expect(add(investor)).rejects.toMatchObject({ code: 'EVIDENCE_PERSON' })
    await expect(add(investor, 'Olga Other')).rejects.toMatchObject({ code: 'EVIDENCE_PERSON' })
    await add(investor, 'Iris Vestor')
    await expect(add(investor, 'Iris Vestor')).rejects.toMatchObject({ code: 'EVIDENCE_YEAR_TWICE' })
    for (const year of [lastYear + 1, lastYear - 2, Number.NaN]) {
      await expect(add(investor, 'Iris Vestor', year)).rejects.toMatchObject({ code: 'EVIDENCE_YEAR' })
    }
    await add(investor, 'Iris Vestor', lastYear - 1)
    expect((await shown())?.missing).toEqual([expect.stringMatching(/^Second Person: IRS forms/)])
    await expect(sign()).rejects.toMatchObject({ code: 'ACCREDITATION_MISSING' })
    // Together, the same two forms are enough.
    await saveAccreditation(investor, { ...apart, isJointTest: true })
    expect((await shown())?.missing).toEqual([])
    // There is no joint test of a license.
    await saveAccreditation(investor, { ...apart, category: 'a10', method: 'license', isJointTest: true })
    expect((await shown())?.isJointTest).toBe(false)
    await saveAccreditation(investor, apart)
    for (const year of [lastYear - 1, lastYear]) await add(second, 'Second Person', year)
    expect(await shown()).toMatchObject({
      missing: [],
      evidence: [{ person: 'Iris Vestor' }, {}, { person: 'Second Person' }, {}],
    })
    // The forms of a person who is no longer named.
    await saveAccreditation(investor, { ...apart, people: 'Iris Vestor\nThird Person' })
    expect((await shown())?.evidence.map(({ problem }) => problem)).toEqual([
      null,
      null,
      'EVIDENCE_WHOSE',
      'EVIDENCE_WHOSE',
    ])
    await saveAccreditation(investor, apart)
    expect(await sign()).toBe(true)
    const { evidence } = await getAccreditationForReview(admin, id)
    // The second person's forms name someone else.
    expect(evidence.map(({ person, taxYear, namesHolder }) => [person, taxYear, namesHolder])).toEqual([
      ['Iris Vestor', lastYear, true],
      ['Iris Vestor', lastYear - 1, true],
      ['Second Person', lastYear - 1, false],
      ['Second Person', lastYear, false],
    ])
  },
)

test('evidence dated tomorrow, too old, undated, or of somebody else is refused', async ({
  portal,
  admin,
  investor,
  second,
}) => {
  const { id: holder } = await givenHolder(admin, investor)
  const { id } = await saveAccreditation(investor, { holderId: holder, ...ownMoney, method: 'letter' })
  const documentId = await uploadedEvidence(portal, investor, ['A letter'])
  const letter = { documentId, kind: 'letter', datedOn: fundDay(), signedBy: 'Cara Counsel' }
  const refused = (change: Partial<typeof letter>, code: string) =>
    expect(addEvidence(investor, id, { ...letter, ...change })).rejects.toMatchObject({ code })
  await refused({ datedOn: dayFromNow(2) }, 'EVIDENCE_FUTURE')
  await refused({ datedOn: dayFromNow(-95) }, 'EVIDENCE_OLD')
  await refused({ datedOn: '' }, 'EVIDENCE_DATE')
  await refused({ datedOn: '2027-02-30' }, 'EVIDENCE_DATE')
  await refused({ datedOn: '2027-13-01' }, 'EVIDENCE_DATE')
  await refused({ signedBy: ' ' }, 'EVIDENCE_SIGNER')
  await refused({ kind: 'license_printout' }, 'EVIDENCE_CRD')
  await refused({ kind: 'picture' }, 'EVIDENCE_KIND')
  await refused({ documentId: await uploadedEvidence(portal, second, ['Another’s']) }, 'EVIDENCE_GONE')
  await expect(addEvidence(second, id, letter)).rejects.toMatchObject({ code: 'EVIDENCE_GONE' })
  await addEvidence(investor, id, letter)
  await refused({}, 'ACCREDITATION_MOVED')
})

test('a letter says who signed it, and its reviewers are told where its text names somebody else', async ({
  portal,
  admin,
  investor,
}) => {
  const { id: holder } = await givenHolder(admin, investor)
  const { id } = await saveAccreditation(investor, { holderId: holder, ...ownMoney, method: 'letter' })
  const sent = { kind: 'letter', datedOn: fundDay(), signedBy: '  Cara \n Counsel ' }
  for (const text of ['I found that VESTOR, Iris T., is an accredited investor.', 'I found that Ida Vestor is.']) {
    await addEvidence(investor, id, { ...sent, documentId: await uploadedEvidence(portal, investor, [text]) })
  }
  const own = (await getOwnAccreditation(investor, holder)).verification?.evidence
  expect(own).toMatchObject([
    { signedBy: 'Cara Counsel', isNameless: false },
    { signedBy: 'Cara Counsel', isNameless: true },
  ])
  expect((await getAccreditationForReview(admin, id)).evidence).toMatchObject([
    { signedBy: 'Cara Counsel', namesHolder: true },
    { signedBy: 'Cara Counsel', namesHolder: false },
  ])
})

test('why somebody was rejected is forgotten after two years, and who rejected it is not', async ({
  portal,
  admin,
  investor,
}) => {
  const { id: holder } = await givenHolder(admin, investor)
  const id = await signedByMinimum(portal, investor, holder)
  await rejectAccreditation(admin, id, { reason: 'The account is in another name.' })
  const reason = async () =>
    (await portal.owner.query('select reason from accreditations where id = $1', [id])).rows[0].reason
  await endAccreditations(dayAfter(729))
  expect(await reason()).toBe('The account is in another name.')
  await endAccreditations(dayAfter(734))
  expect(await reason()).toBeNull()
  const { rows } = await portal.owner.query(
    'select decision from accreditation_reviews where accreditation_id = $1 and reviewer_id = $2',
    [id, admin.id],
  )
  expect(rows).toEqual([{ decision: 'rejected' }])
})

test('sensitive evidence is destroyed on its day, with a certificate; a letter stays', async ({
  portal,
  admin,
  colleague,
  investor,
}) => {
  const { id: holder } = await givenHolder(admin, investor)
  const { id } = await saveAccreditation(investor, { holderId: holder, ...ownMoney, method: 'net_worth' })
  const documents: string[] = []
  for (const kind of ['assets', 'credit_report']) {
    documents.push(await uploadedEvidence(portal, investor, [kind], `${kind}.pdf`))
    await addEvidence(investor, id, { documentId: documents.at(-1) ?? '', kind, datedOn: fundDay() })
  }
  const { verification } = await getOwnAccreditation(investor, holder)
  await signedBy(portal, investor, id, { typedName: 'Iris Vestor', text: verification?.text ?? '' })
  await approveByTwo(admin, colleague, id)
  // Three months of evidence carry a renewal, too.
  expect(await covers(admin, holder, 1n, dayFromNow(80), true)).toBe(true)
  await endAccreditations()
  const remaining = async () =>
    (await portal.owner.query('select id from documents where id = any ($1)', [documents])).rows.map(row => row.id)
  expect(await remaining()).toHaveLength(2)
  const due = await portal.owner.query(
    'select destroy_on from evidence where accreditation_id = $1 and destroy_on is not null',
    [id],
  )
  expect(due.rows).toEqual([{ destroy_on: dayAfter(90) }])
  // The database uses its own clock: a job with a wrong clock destroys nothing.
  await expect(endAccreditations(dayAfter(93))).rejects.toThrow()
  expect(await remaining()).toHaveLength(2)
  await portal.owner.query('update evidence set destroy_on = destroy_on - 91 where accreditation_id = $1', [id])
  await endAccreditations()
  await endAccreditations()
  expect(await remaining()).toEqual([documents[0]])
  const { rows } = await portal.owner.query(
    `select c.filename, c.sha256 = e.sha256 as same, e.document_id from destruction_certificates c
      join evidence e on e.id = c.evidence_id where c.accreditation_id = $1`,
    [id],
  )
  expect(rows).toEqual([{ filename: 'credit_report.pdf', same: true, document_id: null }])
  const log = await portal.owner.query(
    "select actor_role from audit_log where subject_id = $1 and action = 'accreditation.evidence_destroyed'",
    [id],
  )
  expect(log.rows).toEqual([{ actor_role: 'system' }])
  expect(await stateOf(portal, id)).toBe('expired')
  // For five years this verification supports another one, with one reviewer.
  const again = await signedByMinimum(portal, investor, holder, { ...ownMoney, method: 'earlier' })
  expect(await approveAccreditation(admin, again, { ticks: await allTicks(admin, again) })).toEqual({
    notice: 'Approved',
  })
})

test('contrary knowledge ends the approval and blocks every sale until two people clear it', async ({
  portal,
  admin,
  colleague,
  investor,
}) => {
  const { id: holder } = await givenHolder(admin, investor)
  const id = await signedByMinimum(portal, investor, holder)
  await approveByTwo(admin, colleague, id)
  await revokeAccreditation(admin, id, { reason: 'Their bank says that they lent the money.' })
  // They learn that it no longer holds, but not why.
  expect((await getOwnAccreditation(investor, holder)).verification).toMatchObject({ state: 'revoked', reason: null })
  expect(await covers(admin, holder, 200_000_00n)).toBe(false)
  const again = await signedByMinimum(portal, investor, holder)
  await approveByTwo(admin, colleague, again)
  expect(await covers(admin, holder, 200_000_00n)).toBe(false)
  expect((await getAccreditations(admin)).blocked.map(row => row.id)).toContain(id)
  const requested = await requestClearance(admin, id, { reason: 'The bank was wrong.' })
  await expect(decideApproval(admin, requested, 'approved')).rejects.toMatchObject({ code: 'APPROVE_OWN' })
  const cleared = 'update accreditations set cleared_at = now() where id = $1'
  await expect(queryAs(portal, colleague.id, cleared, [id])).rejects.toMatchObject({ code: '42501' })
  await decideApproval(colleague, requested, 'approved')
  expect(await covers(admin, holder, 200_000_00n)).toBe(true)
})

test('what is known ends what the home says, though a letter is still approved', async ({
  portal,
  admin,
  colleague,
  investor,
}) => {
  const { id: holder } = await givenHolder(admin, investor)
  await givenAccreditation(portal, holder, investor)
  await givenSignedNote(portal, { admin, colleague, investor }, { holderId: holder })
  const through = async () => {
    const holdings = await getHoldings(investor)
    return holdings?.holders.find(({ id }) => id === holder)?.accreditedThrough
  }
  expect(await through()).toBe('2100-12-31')
  const id = await signedByMinimum(portal, investor, holder)
  await approveByTwo(admin, colleague, id)
  await revokeAccreditation(admin, id, { reason: 'Their bank says that they lent the money.' })
  expect(await through()).toBeNull()
  await decideApproval(colleague, await requestClearance(admin, id, { reason: 'The bank was wrong.' }), 'approved')
  expect(await through()).toBe('2100-12-31')
})

test('sent back, it says why, is changed, and goes around again; what waited for a second is void', async ({
  portal,
  admin,
  colleague,
  investor,
}) => {
  const { id: holder } = await givenHolder(admin, investor)
  const id = await signedByMinimum(portal, investor, holder)
  await approveAccreditation(admin, id, { ticks: await allTicks(admin, id) })
  await expect(returnAccreditation(colleague, id, { reason: '  ' })).rejects.toMatchObject({ code: 'REVIEW_REASON' })
  await returnAccreditation(colleague, id, { reason: 'The amount in your agreement is $300,000.' })
  expect((await getOwnAccreditation(investor, holder)).verification).toMatchObject({
    state: 'returned',
    reason: 'The amount in your agreement is $300,000.',
  })
  const { rows } = await portal.owner.query('select decision from approvals where subject_id = $1', [id])
  expect(rows).toEqual([{ decision: 'void' }])
  await signedByMinimum(portal, investor, holder, { ...ownMoney, amount: '300000' })
  await approveByTwo(colleague, admin, id)
  await expect(rejectAccreditation(admin, id, { reason: 'Too late' })).rejects.toMatchObject({
    code: 'ACCREDITATION_MOVED',
  })
})

test('sent back for another document, or as it is, it is signed again, and by everyone where they sign together', async ({
  portal,
  admin,
  investor,
  second,
}) => {
  const holder = await createHolder(admin, {
    ...{ legalName: 'Iris Vestor and Second Person', kind: 'joint_jtwros', signingRule: 'all' },
    members: couple(investor, second),
  })
  const answers = {
    holderId: holder.id,
    ...ownMoney,
    method: 'letter',
    people: 'Iris Vestor\nSecond Person',
    isJointTest: true,
  }
  const { id } = await saveAccreditation(investor, answers)
  const described = { kind: 'letter', datedOn: fundDay(), signedBy: 'Cara Counsel' }
  const add = async () =>
    addEvidence(investor, id, { ...described, documentId: await uploadedEvidence(portal, investor, ['A letter']) })
  const sign = async (actor: Actor) => {
    const { verification } = await getOwnAccreditation(actor, holder.id)
    return signedBy(portal, actor, id, { typedName: 'Iris Vestor', text: verification?.text ?? '' })
  }
  const first = await add()
  expect(await sign(second)).toBe(false)
  // The signed text has changed.
  await add()
  await removeEvidence(investor, first.id)
  expect(await sign(investor)).toBe(false)
  expect(await sign(second)).toBe(true)
  for (let round = 0; round < 2; round++) {
    await returnAccreditation(admin, id, { reason: 'Please look again.' })
    const { verification } = await getOwnAccreditation(second, holder.id)
    expect(verification?.signatures).toEqual({ have: 0, need: 2, isOwn: false })
    if (round === 0) await add()
    expect(await sign(second)).toBe(false)
    expect(await sign(investor)).toBe(true)
  }
  expect((await getAccreditationForReview(admin, id)).representations).toHaveLength(2)
})

test('nobody reviews their own holder, and nobody outside sees or changes anything', async ({
  portal,
  admin,
  colleague,
  investor,
  second,
}) => {
  const { id: own } = await givenHolder(admin, colleague)
  const ownId = await signedByMinimum(portal, colleague, own)
  await expect(approveAccreditation(colleague, ownId, { ticks: await allTicks(admin, ownId) })).rejects.toMatchObject({
    code: 'REVIEW_OWN',
  })
  const { id: holder } = await givenHolder(admin, investor)
  const id = await signedByMinimum(portal, investor, holder)
  await expect(saveAccreditation(second, { holderId: holder, ...ownMoney })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  await expect(saveAccreditation(admin, { holderId: holder, ...ownMoney })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect((await getOwnAccreditation(second, holder)).holder).toBeNull()
  await expect(getAccreditationForReview(investor, id)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(approveAccreditation(investor, id, { ticks: [] })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  for (const table of ['accreditations', 'representations', 'evidence', 'reliances', 'destruction_certificates']) {
    const { rowCount } = await queryAs(portal, second.id, `select from ${table} where holder_id = $1`, [holder])
    expect(rowCount, table).toBe(0)
  }
  for (const steps of [
    "update accreditations set state = 'approved', decided_at = now(), valid_from = now(), valid_through = now() where id = $1",
    "update accreditations set state = 'in_review' where id = $1",
  ]) {
    await expect(queryAs(portal, investor.id, steps, [id])).rejects.toMatchObject({ code: '42501' })
  }
  // One administrator can't approve alone, either.
  const alone =
    "update accreditations set state = 'approved', decided_at = now(), valid_from = current_date, valid_through = current_date where id = $1"
  await expect(queryAs(portal, admin.id, alone, [id])).rejects.toMatchObject({ code: '42501' })
  await expect(portal.owner.query('delete from reliances')).rejects.toThrow(/stay/)
})
