import { expect } from 'vitest'
import { messages } from '../../../rules/messages.ts'
import { givenDocument } from '../../../tests/helpers/insert-document.ts'
import { endNotificationDelay } from '../../../tests/helpers/notifications.ts'
import { test } from '../../../tests/helpers/shared-portal.ts'
import { getPendingForPerson } from '../../document-requests/server/pending-for-person.ts'
import { updateMailPreferences } from '../../notifications/server/mail-preferences.ts'
import { approveDeleteRequests, rejectDeleteRequests } from '../server/decide-requests.ts'
import { dismissDecision } from '../server/decisions.ts'
import { approveDocumentDelete, rejectDocumentDelete, requestDocumentDelete } from '../server/deletion.ts'
import { getDocument } from '../server/documents.ts'

const reason = 'We have to keep it\nfor seven years.'

test('the reason of a rejection is in the portal until it is dismissed, and in the log', async ({
  portal,
  investor,
  second,
  admin,
}) => {
  const { id } = await givenDocument(portal, investor, { filename: 'Tax form.pdf' })
  await requestDocumentDelete(investor, id)
  await rejectDocumentDelete(admin, id, { reason: `  ${reason.replace('\n', '\r\n')}  ` })
  const [decision] = (await getPendingForPerson(investor, investor.id)).decided
  expect(decision).toMatchObject({ document_id: id, filename: 'Tax form.pdf', decision: 'rejected', reason })
  const { rows } = await portal.owner.query(
    "select details ->> 'reason' as reason from audit_log where subject_id = $1 and action = 'document.delete_rejected'",
    [id],
  )
  expect(rows).toEqual([{ reason }])
  await dismissDecision(second, decision?.id ?? '')
  await dismissDecision(admin, decision?.id ?? '')
  expect((await getPendingForPerson(admin, investor.id)).decided).toHaveLength(1)
  await dismissDecision(investor, decision?.id ?? '')
  expect((await getPendingForPerson(investor, investor.id)).decided).toEqual([])
})

test('e-mail has the reason where the person allows details, and otherwise says that there is one', async ({
  portal,
  investor,
  second,
  admin,
}) => {
  await updateMailPreferences(second, { names_in_mail: true })
  for (const person of [investor, second]) {
    const { id } = await givenDocument(portal, person, { filename: 'Tax form.pdf' })
    await requestDocumentDelete(person, id)
    await rejectDocumentDelete(admin, id, { reason })
  }
  await endNotificationDelay(portal)
  const discreet = await portal.mailbox.to(investor.email)
  expect(discreet.text).toContain('We gave a reason. You’ll find it in your portal.')
  expect(`${discreet.text}${discreet.html}`).not.toContain('seven years')
  const open = await portal.mailbox.to(second.email)
  expect(open.text).toContain('- Tax form.pdf\n  Our reason: We have to keep it for seven years.')
})

test('several requests are decided at once, each with its own result', async ({ portal, investor, second, admin }) => {
  const given = async () => (await givenDocument(portal, investor)).id
  const [first, decided, gone, ifUnexpected] = [await given(), await given(), await given(), await given()]
  for (const id of [first, decided, gone]) await requestDocumentDelete(investor, id)
  await rejectDocumentDelete(admin, decided)
  await approveDocumentDelete(admin, gone)
  expect(await approveDeleteRequests(admin, { ids: [first, decided, gone, ifUnexpected] })).toEqual({
    results: [
      { id: first },
      { id: decided, problem: messages.REQUEST_REJECTED },
      { id: gone, problem: messages.REQUEST_APPROVED },
      { id: ifUnexpected, problem: messages.REQUEST_WITHDRAWN },
    ],
  })
  await expect(getDocument(investor, first)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const { decided: decisions } = await getPendingForPerson(investor, investor.id)
  expect(decisions.map(({ document_id, decision }) => [document_id, decision])).toEqual([
    [first, 'approved'],
    [gone, 'approved'],
    [decided, 'rejected'],
  ])

  await requestDocumentDelete(investor, ifUnexpected)
  await expect(rejectDeleteRequests(admin, { ids: [ifUnexpected], reason: 'x'.repeat(501) })).rejects.toMatchObject({
    code: 'REASON_LONG',
  })
  expect(await rejectDeleteRequests(admin, { ids: [ifUnexpected], reason })).toEqual({
    results: [{ id: ifUnexpected }],
  })
  await expect(approveDeleteRequests(second, { ids: [ifUnexpected] })).rejects.toMatchObject({ code: 'FORBIDDEN' })
})
