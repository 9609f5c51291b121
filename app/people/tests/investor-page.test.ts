import { expect } from 'vitest'
import { addDays, addMonths } from '../../../rules/days.ts'
import { actAs } from '../../../server/database/act-as.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { accreditationRow } from '../../../server/sample/accreditations.ts'
import { insertOf } from '../../../server/sample/rows.ts'
import { givenDocument } from '../../../tests/helpers/insert-document.ts'
import { insertHolder, insertNote } from '../../../tests/helpers/insert-notes.ts'
import { type SharedPortal, testOnPortal } from '../../../tests/helpers/shared-portal.ts'
import { getHolderVerifications } from '../../accreditation/server/holder-verifications.ts'
import { getDocumentsSummary } from '../../documents/server/documents-summary.ts'
import { createDocuSignDocument } from '../../documents/server/signing-links.ts'
import { incrementViewCount } from '../../documents/server/views.ts'
import { getHoldingsOf } from '../../holdings/server/holdings.ts'
import { type HeldRow, heldByPeople } from '../../lists/server/held-summary.ts'
import { startConversation } from '../../messages/server/write-message.ts'
import { getHeldByPeople } from '../server/people-figures.ts'

/** An investor on one page, for the office. */

const test = testOnPortal({}, true)

const queryOf = (portal: SharedPortal) => (text: string, values?: unknown[]) =>
  values ? portal.owner.query(text, values) : portal.owner.query(text)

/** A monthly note that started that many months ago, with each payment up to now recorded. */
function begun(months: number) {
  const today = fundDay()
  const paid = Array.from({ length: months - 1 }, (_, index) => index + 1)
  return { issueDate: addMonths(addDays(today, 10), -months), until: today, paid }
}

test('neither an investor, nor one with a title in common, nor an approver reads what the office does', async ({
  portal,
  investor,
  second,
  domain,
}) => {
  const query = queryOf(portal)
  const own = await insertHolder(query, [investor], { name: 'Iris Vestor' })
  const joint = await insertHolder(query, [investor, { id: second.id, right: 'viewer' }], { kind: 'joint_jtwros' })
  await insertNote(query, own, begun(4))
  await insertNote(query, joint, { ...begun(2), principalCents: 300_000_00n })
  const approver = await portal.newPerson(`approver@${domain}`, { isApprover: true })
  for (const other of [second, approver]) {
    for (const refused of [
      () => getHoldingsOf(other, investor.id),
      () => getDocumentsSummary(other, investor.id),
      () => getHeldByPeople(other, [investor.id]),
      () => getHolderVerifications(other, [own]),
    ])
      await expect(refused()).rejects.toMatchObject({ code: 'FORBIDDEN' })
  }
  // The database decides again: each sees only their own notes.
  const heldAs = async (actor: typeof investor) => {
    const { rows } = await actAs(actor, tx => heldByPeople([investor.id]).execute(tx))
    return (rows as HeldRow[])[0]?.held
  }
  expect(await heldAs(investor)).toBe('50000000')
  expect(await heldAs(second)).toBe('30000000')
  expect(await heldAs(approver)).toBeUndefined()
})

test('an open verification says what it still needs', async ({ portal, admin, investor }) => {
  const holder = await insertHolder(queryOf(portal), [investor])
  expect(await getHolderVerifications(admin, [holder])).toEqual({ [holder]: { open: null } })
  const started = { state: 'started', decided_at: null, valid_from: null, valid_through: null } as const
  const verification = accreditationRow({ holder_id: holder, started_by: investor.id, ...started })
  await portal.owner.query(insertOf('accreditations', verification))
  const { open } = (await getHolderVerifications(admin, [holder]))[holder] ?? {}
  expect(open).toMatchObject({ state: 'started', signatures: { have: 0, need: 1 } })
  expect(open?.missing.length).toBeGreaterThan(0)
  expect(await getHolderVerifications(admin, [])).toEqual({})
})

test('an overview has what is held and what waits on either side, and no name of a document', async ({
  portal,
  admin,
  investor,
  domain,
}) => {
  const query = queryOf(portal)
  const holder = await insertHolder(query, [investor], { name: 'Lakeside Trust', kind: 'revocable_trust' })
  const note = await insertNote(query, holder, begun(3))
  const { id } = await givenDocument(portal, investor, { filename: 'Behind the lock.pdf' })
  await incrementViewCount(investor, id)
  await startConversation(investor, { personId: investor.id, subject: 'When is it paid?', body: 'I ask.' })
  const about = { personId: investor.id, documentId: id, subject: 'About Behind the lock.pdf', body: 'Is it right?' }
  await startConversation(investor, about)
  const url = 'https://sign.example/a'
  await createDocuSignDocument(admin, { userId: investor.id, name: 'Behind the lock, to sign', url })
  const given = { documents: 2, lastAddedAt: expect.any(Date), lastOpenedAt: expect.any(Date), newForOffice: 1 }
  expect(await getDocumentsSummary(admin, investor.id)).toMatchObject(given)

  const cookie = await portal.sessionOf(admin)
  const get = async (person: { id: string }) =>
    (await portal.fetch(`/profile/admin/people/${person.id}/overview`, { cookie })).text()
  const page = await get(investor)
  const said = [
    'Lakeside Trust',
    note.number,
    '$200,000',
    'When is it paid?',
    'Unanswered messages',
    'Document to sign',
  ]
  for (const words of [...said, `to=person%3A${investor.id}`]) expect(page).toContain(words)
  // Nor in the page's data.
  expect(page).not.toContain('Behind the lock')
  // Old links redirect here.
  const before = `/profile/admin/people/${investor.id}/details`
  const moved = await portal.fetch(before, { cookie, redirect: 'manual' })
  expect(moved.headers.get('location')).toContain(`/profile/admin/people/${investor.id}/overview`)

  // A person without holdings; one with closed access, who can't receive deliveries; an administrator.
  expect(await get(await portal.newPerson(`nobody@${domain}`))).toContain('They act for no holder')
  await portal.owner.query("update user_profiles set disabled_at = now(), disabled_reason = 'x' where id = $1", [
    investor.id,
  ])
  const closed = await get(investor)
  expect(closed).toContain('Access closed')
  expect(closed).not.toContain(`to=person%3A${investor.id}`)
  expect(await get(admin)).toContain('Last seen')
})
