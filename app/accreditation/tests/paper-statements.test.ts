import { expect } from 'vitest'
import { addDays, formatDay } from '../../../rules/days.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { actAsJobs } from '../../../server/database/act-as.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { approvedBy, ownMoney, signedBy } from '../../../tests/helpers/accreditation.ts'
import { agreement } from '../../../tests/helpers/envelopes.ts'
import { givenHolder } from '../../../tests/helpers/holders.ts'
import { checkPdf, textOfPdf } from '../../../tests/helpers/pdf-tools.ts'
import { transactionAs } from '../../../tests/helpers/query-as.ts'
import { test } from '../../../tests/helpers/shared-portal.ts'
import { getApprovals } from '../../approvals/server/approvals-list.ts'
import { decideApproval } from '../../approvals/server/decide-approval.ts'
import { getOwnAccreditation } from '../server/own-accreditation.ts'
import { requestPaperStatements } from '../server/paper-statements.ts'
import { getAccreditationForReview } from '../server/review-list.ts'
import { accreditationSeal } from '../server/signed-copy.ts'
import { saveAccreditation } from '../server/start.ts'

const day = addDays(fundDay(), -3)
const paperOf = async (signer: Actor) => ({ signer: signer.id, day, file: await agreement() })

async function started(admin: Actor, investor: Actor, more: Parameters<typeof givenHolder>[2] = {}) {
  const { id: holderId } = await givenHolder(admin, investor, more)
  const { id } = await saveAccreditation(investor, { holderId, ...ownMoney })
  return { id, holderId }
}

test('a member without consent signs on paper: two people accept the scan, and it is submitted, sealed and reviewed like any other', async ({
  portal,
  admin,
  colleague,
  investor,
}) => {
  const { id, holderId } = await started(admin, investor)
  const { paper } = await getAccreditationForReview(admin, id)
  expect(paper).toMatchObject({ signers: [{ userId: investor.id }], isIncomplete: false, pending: null })
  const refused = async (change: object) =>
    requestPaperStatements(admin, id, { ...(await paperOf(investor)), ...change }).catch(({ code }) => code)
  expect(await refused({ day: addDays(fundDay(), 1) })).toBe('PAPER_DAY')
  expect(await refused({ day: '2026-02-31' })).toBe('NOTE_DAY_INVALID')
  expect(await refused({ file: new File([], '') })).toBe('PAPER_FILE')
  expect(await refused({ file: new File(['x'], 'x.pdf') })).toBe('TEMPLATE_NO_PDF')
  expect(await refused({ signer: colleague.id })).toBe('PAPER_SIGNER')

  const approval = await requestPaperStatements(admin, id, await paperOf(investor))
  const asked = (await getApprovals(colleague)).waiting.find(each => each.id === approval)
  for (const statement of (paper?.text ?? '?').split('\n')) expect(asked?.lines.join('\n')).toContain(statement)
  await expect(decideApproval(admin, approval, 'approved')).rejects.toMatchObject({ code: 'APPROVE_OWN' })
  expect((await getAccreditationForReview(colleague, id)).paper?.pending).toMatchObject({ isOwn: false })
  await decideApproval(colleague, approval, 'approved')

  const review = await getAccreditationForReview(admin, id)
  expect(review).toMatchObject({ state: 'submitted', paper: null })
  expect(review.representations).toMatchObject([{ name: investor.fullName, signedOn: day, text: paper?.text }])
  const [copy] = (await getOwnAccreditation(investor, holderId)).copies
  const { bytes } = (await actAsJobs(tx => accreditationSeal.draw(tx, copy?.id ?? ''))) ?? expect.fail('not drawn')
  checkPdf(bytes)
  const said = textOfPdf(bytes).replaceAll(/\s+/g, ' ')
  for (const words of [
    `Signed on paper, by ${investor.fullName}`,
    `Day ${formatDay(day)}, as beside the signature`,
    'a scan of the signed paper, which two people at the fund have accepted',
    // The scan itself.
    'Principal: $200,000.00',
  ])
    expect(said).toContain(words)
  expect(said).not.toContain(investor.email)
  await approvedBy(admin, id)
  expect((await getAccreditationForReview(admin, id)).state).toBe('in_review')
  const { rows } = await portal.owner.query(
    "select action from audit_log where subject_id = $1 and action like '%paper%'",
    [id],
  )
  expect(rows).toEqual([{ action: 'accreditation.paper_signed' }])
})

test('of two members, one signs on paper and the other in the portal', async ({
  portal,
  admin,
  colleague,
  investor,
  second,
}) => {
  const members = [investor, second].map(({ id }) => ({ userId: id, right: 'manager' as const }))
  const { id, holderId } = await started(admin, investor, { signingRule: 'all', members })
  await decideApproval(colleague, await requestPaperStatements(admin, id, await paperOf(investor)), 'approved')
  const { verification } = await getOwnAccreditation(second, holderId)
  expect(verification).toMatchObject({ state: 'started', signatures: { have: 1, need: 2 } })
  const again = requestPaperStatements(admin, id, await paperOf(investor))
  await expect(again).rejects.toMatchObject({ code: 'PAPER_SIGNER' })
  expect(await signedBy(portal, second, id, { typedName: 'Second Person', text: verification?.text ?? '' })).toBe(true)
})

test('a scan counts only for the statements that were signed, while they can be', async ({
  admin,
  colleague,
  investor,
}) => {
  const { id, holderId } = await started(admin, investor)
  const approval = await requestPaperStatements(admin, id, await paperOf(investor))
  await saveAccreditation(investor, { holderId, ...ownMoney, amount: '$300,000' })
  await expect(decideApproval(colleague, approval, 'approved')).rejects.toMatchObject({ code: 'PAPER_CHANGED' })
  await decideApproval(colleague, approval, 'rejected')
  await saveAccreditation(investor, { holderId, ...ownMoney, method: 'letter' })
  const early = requestPaperStatements(admin, id, await paperOf(investor))
  await expect(early).rejects.toMatchObject({ code: 'ACCREDITATION_MISSING' })
})

test('the database takes a signature on paper only as two people have accepted it', async ({
  portal,
  admin,
  colleague,
  investor,
  second,
}) => {
  const { id, holderId } = await started(admin, investor)
  const approval = await requestPaperStatements(admin, id, await paperOf(investor))
  const { rows } = await portal.owner.query('select content from approvals where id = $1', [approval])
  const { content } = rows[0]
  const statement = `insert into representations (accreditation_id, holder_id, user_id, version, text, typed_name, round, signer,
    capacity, paper_document_id, approval_id, signed_on) values ($1, $2, $3, '1', $4, 'X', 1, 'X', 'X', $5, $6, $7)`
  const insert = (
    by: Actor,
    { isApproved = true, signer = investor.id, text = content.text, signedOn = content.day } = {},
  ) =>
    transactionAs(portal, 'app_user', by.id, async client => {
      if (isApproved) await client.query("update approvals set decision = 'approved' where id = $1", [approval])
      return client.query(statement, [id, holderId, signer, text, content.documentId, approval, signedOn])
    })
  const denied = { code: '42501' }
  await expect(insert(admin, { isApproved: false })).rejects.toMatchObject(denied)
  await expect(insert(investor, { isApproved: false })).rejects.toMatchObject(denied)
  await expect(insert(colleague, { signer: second.id })).rejects.toMatchObject(denied)
  await expect(insert(colleague, { text: 'Something else' })).rejects.toMatchObject(denied)
  await expect(insert(colleague, { signedOn: fundDay() })).rejects.toMatchObject(denied)
  expect((await insert(colleague)).rowCount).toBe(1)
})
