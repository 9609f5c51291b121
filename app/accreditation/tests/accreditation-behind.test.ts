import { expect } from 'vitest'
import { fund } from '../../../content/fund.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { actAs } from '../../../server/database/act-as.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import {
  approvedBy,
  ownMoney,
  signedBy,
  signedByMinimum,
  uploadedEvidence,
} from '../../../tests/helpers/accreditation.ts'
import { givenHolder } from '../../../tests/helpers/holders.ts'
import { slowOf } from '../../../tests/helpers/lane.ts'
import { type SharedPortal, test } from '../../../tests/helpers/shared-portal.ts'
import { findEarlier } from '../server/accreditation.ts'
import { readBinder } from '../server/binder-content.ts'
import { checklistText } from '../server/binder-texts.ts'
import { addEvidence } from '../server/evidence.ts'
import { getOwnAccreditation } from '../server/own-accreditation.ts'
import { getAccreditationForReview } from '../server/review-list.ts'
import { saveAccreditation } from '../server/start.ts'

type Described = Omit<NonNullable<Parameters<typeof addEvidence>[2]>, 'documentId'>

const slow = slowOf(test)

/* The subjects of a verification: the people behind an account, a trust or a company, and the fund's own. */

const shownTo = async (actor: Actor, holder: string) => (await getOwnAccreditation(actor, holder)).verification

async function sign(portal: SharedPortal, actor: Actor, holder: string): Promise<boolean> {
  const shown = await shownTo(actor, holder)
  return signedBy(portal, actor, shown?.id ?? '', { typedName: actor.fullName ?? '', text: shown?.text ?? '' })
}

async function approve(reviewers: Actor[], id: string): Promise<void> {
  for (const reviewer of reviewers) await approvedBy(reviewer, id)
}

const aged = { kind: 'assets', datedOn: fundDay() }

test('an IRA is verified by its owner’s own evidence, and carries five years; a trust’s grantors each send theirs', async ({
  portal,
  admin,
  colleague,
  investor,
}) => {
  const add = async (id: string, evidence: Described) =>
    addEvidence(investor, id, { ...evidence, documentId: await uploadedEvidence(portal, investor, ['Of Iris Vestor']) })
  const account = { kind: 'sdira', custodianName: 'Bluebonnet Trust Company' } as const
  const { id: ira } = await givenHolder(admin, investor, account)
  const answers = { ...ownMoney, holderId: ira, category: 'a8', method: 'net_worth', people: 'Iris Vestor' }
  // Behind an account is a person.
  const ofCompany = { ...answers, people: '', companies: 'Bluebonnet Trust Company' }
  await expect(saveAccreditation(investor, ofCompany)).rejects.toMatchObject({ code: 'ACCREDITATION_OWNERS' })
  const { id } = await saveAccreditation(investor, answers)
  expect((await shownTo(investor, ira))?.missing).toEqual([
    expect.stringMatching(/^Iris Vestor: Statements of assets/),
    expect.stringMatching(/^Iris Vestor: A credit report/),
  ])
  await expect(add(id, aged)).rejects.toMatchObject({ code: 'EVIDENCE_PERSON' })
  await add(id, { ...aged, person: 'Iris Vestor' })
  await add(id, { ...aged, kind: 'credit_report', person: 'Iris Vestor' })
  expect(await sign(portal, investor, ira)).toBe(true)
  const review = await getAccreditationForReview(admin, id)
  expect(review.checklist.map(({ code }) => code)).not.toContain('formed')
  expect(review.evidence).toMatchObject([{ person: 'Iris Vestor', namesHolder: true }, { person: 'Iris Vestor' }])
  await approve([admin, colleague], id)
  expect(await actAs(admin, tx => findEarlier(tx, { id: ira, kind: 'sdira' }, fundDay()))).toMatchObject({ id })
  // Only of the person verified then.
  const again = { ...answers, method: 'earlier' }
  await expect(saveAccreditation(investor, { ...again, people: 'Ivo Vestor' })).rejects.toMatchObject({
    code: 'ACCREDITATION_METHOD',
  })
  await saveAccreditation(investor, { ...again, people: ' iris  VESTOR' })

  const { id: trust } = await givenHolder(admin, investor, { kind: 'revocable_trust' })
  const grantors = { ...answers, holderId: trust, people: 'Iris Vestor\nIvo Vestor' }
  const { id: ofTrust } = await saveAccreditation(investor, grantors)
  await add(ofTrust, { ...aged, person: 'Iris Vestor' })
  await add(ofTrust, { ...aged, kind: 'credit_report', person: 'Iris Vestor' })
  const missing = (await shownTo(investor, trust))?.missing
  expect(missing?.map(what => what.split(':')[0])).toEqual(['Ivo Vestor', 'Ivo Vestor'])
  await expect(sign(portal, investor, trust)).rejects.toMatchObject({ code: 'ACCREDITATION_MISSING' })
  // The trust’s own documents don’t verify it that way.
  const documents = { ...grantors, method: 'other' }
  await expect(saveAccreditation(investor, documents)).rejects.toMatchObject({ code: 'ACCREDITATION_METHOD' })
})

slow(
  'a company whose owners are each accredited sends the list of owners, and what shows it of each',
  async ({ portal, admin, investor }) => {
    const { id: holder } = await givenHolder(admin, investor, { kind: 'llc' })
    const companies = 'Vestor Holdings LLC'
    const answers = {
      ...ownMoney,
      holderId: holder,
      category: 'a8',
      method: 'owners',
      people: 'Iris Vestor',
      companies,
    }
    const { id } = await saveAccreditation(investor, answers)
    const add = async (evidence: Described) =>
      addEvidence(investor, id, { ...evidence, documentId: await uploadedEvidence(portal, investor, ['Members']) })
    const letter = { kind: 'letter', datedOn: fundDay(), signedBy: 'Cara Counsel' }
    await add({ kind: 'balance_sheet', datedOn: '', person: companies })
    await add({ ...letter, person: 'Iris Vestor' })
    expect((await shownTo(investor, holder))?.missing).toEqual(['The list of all owners'])
    await expect(sign(portal, investor, holder)).rejects.toMatchObject({ code: 'ACCREDITATION_MISSING' })
    await add({ kind: 'owners', datedOn: '' })
    expect((await shownTo(investor, holder))?.evidence.map(({ person }) => person)).toEqual([
      companies,
      'Iris Vestor',
      null,
    ])
    expect(await sign(portal, investor, holder)).toBe(true)
  },
)

test('an officer of the fund signs one page, and the reviewers look into the office’s own records', async ({
  portal,
  admin,
  colleague,
  investor,
}) => {
  const { id: holder } = await givenHolder(admin, investor)
  const answers = { ...ownMoney, category: 'a4', amount: '50000' }
  const id = await signedByMinimum(portal, investor, holder, answers)
  const { method, checklist, representations } = await getAccreditationForReview(admin, id)
  expect(method).toBe('insider')
  expect(checklist.map(({ code }) => code)).toEqual(['name', 'position', 'role', 'contrary'])
  expect(representations[0]?.text).toContain(
    `Iris Vestor is a director, executive officer or general partner of ${fund.name} today.`,
  )
  await approve([admin, colleague], id)
  expect((await getOwnAccreditation(investor, holder)).approvals).toMatchObject([{ method, isForOneSale: true }])
})

test('with a license goes its series, which reviewers and the binder name beside its number', async ({
  portal,
  admin,
  investor,
}) => {
  const { id: holder } = await givenHolder(admin, investor)
  const answers = { ...ownMoney, holderId: holder, category: 'a10', method: 'license' }
  const { id } = await saveAccreditation(investor, answers)
  const documentId = await uploadedEvidence(portal, investor, ['BrokerCheck: Iris Vestor'])
  const printout = { documentId, kind: 'license_printout', datedOn: '', crdNumber: '1234567' }
  for (const series of [undefined, '', '66']) {
    const described = { ...printout, ...(series !== undefined && { series }) }
    await expect(addEvidence(investor, id, described)).rejects.toMatchObject({ code: 'EVIDENCE_SERIES' })
  }
  await addEvidence(investor, id, { ...printout, series: '65' })
  expect((await shownTo(investor, holder))?.evidence).toMatchObject([{ crdNumber: '1234567', series: '65' }])
  expect(await sign(portal, investor, holder)).toBe(true)
  const { evidence, checklist } = await getAccreditationForReview(admin, id)
  expect(evidence).toMatchObject([{ crdNumber: '1234567', series: '65' }])
  expect(checklist.map(({ text }) => text).join(' ')).toContain('Series 7, 65 or 82')
  const [part] = await actAs(admin, tx => readBinder(tx, [holder], []))
  const [verification] = part?.verifications ?? []
  if (!part || !verification) throw new Error('the binder has no verification')
  expect(checklistText(part, verification)).toContain('CRD 1234567, Series 65')
})
