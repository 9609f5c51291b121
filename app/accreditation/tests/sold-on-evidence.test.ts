import { Temporal } from 'temporal-polyfill'
import { expect } from 'vitest'
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
import { plainTerms } from '../../../tests/helpers/notes.ts'
import { type SharedPortal, test } from '../../../tests/helpers/shared-portal.ts'
import { deleteDocument } from '../../documents/server/deletion.ts'
import { createNote } from '../../notes/server/drafts.ts'
import { erasePerson } from '../../people/server/erasure.ts'
import { endAccreditations } from '../server/end-accreditations.ts'
import { addEvidence } from '../server/evidence.ts'
import { getOwnAccreditation } from '../server/own-accreditation.ts'
import { relyOnAccreditation } from '../server/reliance.ts'
import { getAccreditationForReview } from '../server/review-list.ts'
import { saveAccreditation } from '../server/start.ts'

/** A page of evidence with its subject's name. */
const statement = 'Statement of Iris Vestor'

/** Sends a net worth with a statement for each text, and a credit report. @returns its holder, id, and the documents */
async function sentNetWorth(portal: SharedPortal, admin: Actor, investor: Actor, statements: string[][]) {
  const { id: holder } = await givenHolder(admin, investor)
  const { id } = await saveAccreditation(investor, { holderId: holder, ...ownMoney, method: 'net_worth' })
  const documents: string[] = []
  for (const pages of [...statements, ['Credit report']]) {
    const kind = documents.length < statements.length ? 'assets' : 'credit_report'
    const documentId = await uploadedEvidence(portal, investor, pages, `${kind} ${documents.length}.pdf`)
    await addEvidence(investor, id, { documentId, kind, datedOn: fundDay() })
    documents.push(documentId)
  }
  const { verification } = await getOwnAccreditation(investor, holder)
  await signedBy(portal, investor, id, { typedName: 'Iris Vestor', text: verification?.text ?? '' })
  return { holder, id, documents }
}

async function approveByTwo(admin: Actor, colleague: Actor, id: string): Promise<void> {
  await approvedBy(admin, id)
  await approvedBy(colleague, id)
}

/** Moves evidence to its day of destruction. */
async function destroyOnItsDay({ owner }: SharedPortal, id: string): Promise<void> {
  await owner.query('update evidence set destroy_on = destroy_on - 90 where accreditation_id = $1', [id])
  await endAccreditations()
}

async function remaining({ owner }: SharedPortal, ids: readonly string[]) {
  const { rows } = await owner.query('select id from documents where id = any ($1)', [ids])
  return ids.filter(id => rows.some(row => row.id === id))
}

/** Relies on a verification, as a note's sale does. */
async function rely(admin: Actor, holderId: string, principalCents = 200_000_00n) {
  const { id: noteId } = await createNote(admin, { ...plainTerms, holderId, principalCents })
  await actAs(admin, tx => relyOnAccreditation(tx, admin, { holderId, noteId, principalCents, day: fundDay() }))
}

test('an IRS form is destroyed like one whatever it was sent as, and its reviewers are told', async ({
  portal,
  admin,
  colleague,
  investor,
}) => {
  const form = [statement, 'Form 1040 U.S. Individual Income Tax Return']
  const { id, documents } = await sentNetWorth(portal, admin, investor, [[statement], form])
  const { evidence } = await getAccreditationForReview(admin, id)
  expect(evidence.map(({ kind, showsTaxForm }) => [kind, showsTaxForm])).toEqual([
    ['assets', false],
    ['assets', true],
    ['credit_report', false],
  ])
  await approveByTwo(admin, colleague, id)
  await destroyOnItsDay(portal, id)
  expect(await remaining(portal, documents)).toEqual(documents.slice(0, 1))
})

test('what a sale relied on is kept for five years after it; what is sensitive goes on its day all the same', async ({
  portal,
  admin,
  colleague,
  investor,
}) => {
  const { holder, id, documents } = await sentNetWorth(portal, admin, investor, [[statement]])
  const [kept = ''] = documents
  await approveByTwo(admin, colleague, id)
  await rely(admin, holder)
  const inFiveYears = Temporal.PlainDate.from(fundDay()).add({ years: 5 }).toString()
  const { rows } = await portal.owner.query(
    'select retain_until from documents where id = any ($1) order by retain_until',
    [documents],
  )
  expect(rows).toEqual([{ retain_until: inFiveYears }, { retain_until: null }])
  await destroyOnItsDay(portal, id)
  expect(await remaining(portal, documents)).toEqual([kept])

  await expect(deleteDocument(admin, kept)).rejects.toMatchObject({ code: 'DOCUMENT_RETAINED' })
  const disabled =
    "update user_profiles set disabled_at = now(), disabled_reason = 'x', accepted_at = null where id = $1"
  await portal.owner.query(disabled, [investor.id])
  const { plan } = await erasePerson(admin, investor.id, { openNote: false, confirmation: investor.email })
  expect(plan.kept).toMatchObject([{ reason: 'What a sale of a note relied on', documents: 1 }])
  expect(await remaining(portal, documents)).toEqual([kept])
})

test('a sale that rests on an earlier verification keeps the evidence of that one', async ({
  portal,
  admin,
  colleague,
  investor,
}) => {
  const { holder, id, documents } = await sentNetWorth(portal, admin, investor, [[statement]])
  await approveByTwo(admin, colleague, id)
  await portal.owner.query("update accreditations set state = 'expired' where id = $1", [id])
  const again = await signedByMinimum(portal, investor, holder, { ...ownMoney, method: 'earlier' })
  await approvedBy(admin, again)
  await rely(admin, holder)
  const { rows } = await portal.owner.query(
    'select retain_until > current_date as is_kept from documents where id = $1',
    [documents[0]],
  )
  expect(rows).toEqual([{ is_kept: true }])
})
