import { expect } from 'vitest'
import type { Actor } from '../../server/access/actor.ts'
import { addEvidence } from '../../server/accreditation/evidence.ts'
import { endAccreditations } from '../../server/accreditation/keep-accreditations.ts'
import { getOwnAccreditation } from '../../server/accreditation/own-accreditation.ts'
import { approveAccreditation } from '../../server/accreditation/review.ts'
import { getAccreditationForReview } from '../../server/accreditation/review-list.ts'
import { signAccreditation } from '../../server/accreditation/sign.ts'
import { saveAccreditation } from '../../server/accreditation/start.ts'
import { fundDay } from '../../server/platform/fund-day.ts'
import { ownMoney, uploadedEvidence } from '../helpers/accreditation.ts'
import { givenHolder } from '../helpers/holders.ts'
import { type SharedPortal, test as shared } from '../helpers/shared-portal.ts'

const test = shared.extend('colleague', ({ portal, domain }) =>
  portal.newPerson(`colleague@${domain}`, { fullName: 'Cole League', isAdmin: true }),
)

/** A page of evidence that names whom it is about. */
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
  await signAccreditation(investor, id, { typedName: 'Iris Vestor', text: verification?.text ?? '' })
  return { holder, id, documents }
}

async function approveByTwo(admin: Actor, colleague: Actor, id: string): Promise<void> {
  const ticks = (await getAccreditationForReview(admin, id)).checklist.map(({ code }) => code)
  await approveAccreditation(admin, id, ticks)
  await approveAccreditation(colleague, id, ticks)
}

/** Lets the day come on which evidence is destroyed. */
async function destroyOnItsDay({ owner }: SharedPortal, id: string): Promise<void> {
  await owner.query('update evidence set destroy_on = destroy_on - 90 where accreditation_id = $1', [id])
  await endAccreditations()
}

async function remaining({ owner }: SharedPortal, ids: readonly string[]) {
  const { rows } = await owner.query('select id from documents where id = any ($1)', [ids])
  return ids.filter(id => rows.some(row => row.id === id))
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
