import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { givenDocument } from '../../../tests/helpers/insert-document.ts'
import { withFreshProof } from '../../../tests/helpers/notes.ts'
import { givenDisclosure, givenOffering, givenSaleable } from '../../../tests/helpers/offerings.ts'
import { queryAs } from '../../../tests/helpers/query-as.ts'
import { test } from '../../../tests/helpers/shared-portal.ts'
import { chosenTerms } from '../../../tests/helpers/subscriptions.ts'
import { getApprovals } from '../../approvals/server/approvals-list.ts'
import { decideApproval } from '../../approvals/server/decide-approval.ts'
import { startSubscription } from '../server/choose.ts'
import {
  changeOffering,
  closeOffering,
  draftOffering,
  getOffering,
  publishDisclosure,
  requestOfferingOpening,
} from '../server/offerings.ts'

const code = (refused: string) => ({ code: refused })

test('an offering opens by two people once everything that a sale needs is here', async ({
  portal,
  people,
  approver,
}) => {
  const { colleague, investor } = people
  const admin = await withFreshProof(portal, people.admin)
  const name = `Offering ${randomUUID()}`
  await expect(draftOffering(admin, { name, kinds: ['person'] })).rejects.toMatchObject(code('OFFERING_KINDS'))
  const id = await draftOffering(admin, { name, kinds: ['individual', 'llc'] })
  await expect(draftOffering(admin, { name, kinds: ['llc'] })).rejects.toMatchObject(code('OFFERING_EXISTS'))
  const { problems } = await getOffering(admin, id)
  expect(problems.join(' ')).toContain('Publish its memorandum.')
  await expect(requestOfferingOpening(admin, id)).rejects.toMatchObject(code('OFFERING_NOT_READY'))
  const open = "update offerings set state = 'open', opened_at = now() where id = $1"
  await expect(queryAs(portal, admin.id, open, [id])).rejects.toThrow(/does not take this step/)

  await givenSaleable(portal, { ...people, admin })
  const document = await givenDisclosure(portal, admin, id)
  // Nobody reads it before it opens.
  const cookie = await portal.sessionOf(investor)
  expect((await portal.fetch(`/files/${document}`, { cookie })).status).toBe(404)
  expect((await getOffering(admin, id)).problems).toEqual([])
  await expect(queryAs(portal, admin.id, open, [id])).rejects.toThrow(/does not take this step/)
  const stale = await requestOfferingOpening(admin, id)
  await expect(decideApproval(admin, stale, 'approved')).rejects.toMatchObject(code('APPROVE_OWN'))
  await givenDisclosure(portal, admin, id, 'First supplement')
  await expect(decideApproval(colleague, stale, 'approved')).rejects.toMatchObject(code('OFFERING_STATE'))
  await decideApproval(colleague, stale, 'rejected')
  const asked = await requestOfferingOpening(admin, id)
  const lines = (await getApprovals(approver)).waiting.find(each => each.id === asked)?.lines.join(' ')
  expect(lines).toContain('2 First supplement')
  await decideApproval(approver, asked, 'approved')
  expect(await getOffering(admin, id)).toMatchObject({ state: 'open', disclosures: 2 })
  expect((await portal.fetch(`/files/${document}`, { cookie })).status).toBe(200)
  await expect(changeOffering(admin, id, { name, kinds: ['llc'] })).rejects.toMatchObject(code('OFFERING_STATE'))

  await closeOffering(admin, id)
  await expect(startSubscription(investor, { offering: id, ...chosenTerms })).rejects.toMatchObject(
    code('OFFERING_CLOSED'),
  )
  await changeOffering(admin, id, { name, kinds: ['llc'] })
})

test('an offering that accepts a kind without an agreement doesn’t open', async ({ portal, people }) => {
  const admin = await withFreshProof(portal, people.admin)
  await givenSaleable(portal, { ...people, admin })
  const id = await draftOffering(admin, { name: `Offering ${randomUUID()}`, kinds: ['individual', 'lp'] })
  await givenDisclosure(portal, admin, id)
  await portal.owner.query("update app.fund set agreement_kinds = array_remove(agreement_kinds, 'lp')")
  try {
    expect((await getOffering(admin, id)).problems).toHaveLength(1)
    await expect(requestOfferingOpening(admin, id)).rejects.toMatchObject(code('OFFERING_NOT_READY'))
  } finally {
    await portal.owner.query("update app.fund set agreement_kinds = agreement_kinds || 'lp'::text")
  }
})

test('only the administrator’s own PDF is published, once, and then stays', async ({ portal, people }) => {
  const { colleague } = people
  const admin = await withFreshProof(portal, people.admin)
  const id = await givenOffering(portal, people)
  const { id: others } = await givenDocument(portal, colleague)
  const publish = (document: string) => publishDisclosure(admin, id, { document, title: 'Supplement' })
  await expect(publish(others)).rejects.toMatchObject(code('DISCLOSURE_FILE'))
  await expect(publish('x')).rejects.toMatchObject(code('DISCLOSURE_FILE'))
  const document = await givenDisclosure(portal, admin, id, 'Supplement')
  await expect(publish(document)).rejects.toMatchObject(code('DISCLOSURE_FILE'))
  const { rows } = await portal.owner.query(
    'select retain_until > app.fund_day() as kept from documents where id = $1',
    [document],
  )
  expect(rows).toEqual([{ kept: true }])
})
