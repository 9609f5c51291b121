import { randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import { formatDay } from '../../../rules/days.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { givenHolder } from '../../../tests/helpers/holders.ts'
import { withFreshProof } from '../../../tests/helpers/notes.ts'
import { textOfPdf } from '../../../tests/helpers/pdf-tools.ts'
import { queryAs } from '../../../tests/helpers/query-as.ts'
import { type SharedPortal, testOnPortal } from '../../../tests/helpers/shared-portal.ts'
import { anySsn, givenW9, sentW9, typedW9, uploadedTaxForm } from '../../../tests/helpers/tax.ts'
import { getApprovals } from '../../approvals/server/approvals-list.ts'
import { decideApproval } from '../../approvals/server/decide-approval.ts'
import { requestDocumentsDelete } from '../../documents/server/bulk-deletion.ts'
import { deleteDocument, requestDocumentDelete } from '../../documents/server/deletion.ts'
import { getDocument } from '../../documents/server/documents.ts'
import { fileDocuments } from '../../documents/server/holder-documents.ts'
import { revealNumber } from '../../holders/server/number-vault.ts'
import { returnTaxForm, submitTaxForm } from '../server/certifications.ts'
import { getFormToCompare } from '../server/form-to-compare.ts'
import { makeNoticeLetter } from '../server/notice-letter.ts'
import { getOwnTax } from '../server/own-tax.ts'
import { requestTaxProfile } from '../server/profile-changes.ts'
import { getTaxCard } from '../server/tax-card.ts'
import { getTaxQueue } from '../server/tax-queue.ts'
import { exportTinMatching, readTinResults } from '../server/tin-matching.ts'
import { markNoticePosted, recordTinNotice, withdrawTinNotice } from '../server/tin-notices.ts'

const test = testOnPortal({ VAULT_KEY: randomBytes(32).toString('base64') })
const { signal } = new AbortController()

const dayIn = (years: number) => `${Number(fundDay().slice(0, 4)) + years}-01-02`

test('a W-9 is sent, entered by one person, compared by a second, and on file with its number in the vault alone', async ({
  portal,
  admin,
  colleague,
  investor,
}) => {
  const { id: holder } = await givenHolder(admin, investor)
  expect(await getOwnTax(investor, holder)).toMatchObject({ state: 'missing', form: null, tin: null, sent: null })
  const { id, documentId } = await sentW9(portal, investor, holder)
  expect(await getOwnTax(investor, holder)).toMatchObject({
    state: 'missing',
    sent: { form: 'w9', state: 'submitted' },
  })
  const { holders, counts } = await getTaxQueue(admin, { show: 'review' })
  expect(counts.review).toBeGreaterThan(0)
  expect(holders.find(row => row.id === holder)).toMatchObject({ state: 'missing', waiting: { form: 'w9' } })

  const asking = await withFreshProof(portal, admin)
  const approval = await requestTaxProfile(asking, id, typedW9)
  const card = await getTaxCard(colleague, holder)
  expect(card).toMatchObject({ state: 'missing', tin: null, open: { id: approval, isOwn: false } })
  const comparing = await withFreshProof(portal, colleague)
  expect(await revealNumber(comparing, card.open?.numberId ?? '')).toEqual({ number: '123456789' })
  const { waiting } = await getApprovals(colleague)
  const requested = waiting.find(each => each.id === approval)
  expect(requested?.lines.join(' ')).toContain('***-**-6789')
  expect(JSON.stringify(requested)).not.toContain('123456789')
  await expect(decideApproval(admin, approval, 'approved')).rejects.toMatchObject({ code: 'APPROVE_OWN' })
  await decideApproval(colleague, approval, 'approved')

  const tin = { last4: '6789', kind: 'ssn' }
  expect(await getTaxCard(admin, holder)).toMatchObject({
    ...{ state: 'provided', nameLine1: 'Iris Vestor', classification: 'individual', tin, certifiedOn: fundDay() },
    forms: [{ id, state: 'accepted' }],
  })
  expect(await getOwnTax(investor, holder)).toMatchObject({ state: 'provided', form: 'w9', tin, sent: null })
  // The whole number is in no table and in no entry of the log.
  for (const table of ['tax_profiles', 'tax_certifications', 'approvals', 'audit_log', 'vault_numbers']) {
    const { rows } = await portal.owner.query(
      `select count(*)::int as found from ${table} t where t::text like '%123456789%'`,
    )
    expect(rows, table).toEqual([{ found: 0 }])
  }
  // The log has no digit of it, after entry, reveal and approval.
  const logged = await portal.owner.query(
    `select action, details::text ~ '(\\*-6789|"6789"|last4)' as digits from audit_log where subject_id = $1 or details::text like $2`,
    [holder, `%${approval}%`],
  )
  expect(logged.rows.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['vault.kept', 'vault.revealed', 'tax.profile_entered']),
  )
  expect(logged.rows.filter(({ digits }) => digits)).toEqual([])
  // The signed form is stored where only its sender sees it.
  await expect(fileDocuments(admin, [documentId], { holderId: holder })).rejects.toMatchObject({
    code: 'TAX_FORM_STAYS',
  })
  await expect(deleteDocument(asking, documentId)).rejects.toMatchObject({ code: 'DOCUMENT_RETAINED' })
})

test('an approver compares what was entered with the form and its number, while that waits for them alone', async ({
  portal,
  admin,
  approver,
  investor,
}) => {
  const { id: holder } = await givenHolder(admin, investor)
  const { id, documentId } = await sentW9(portal, investor, holder)
  const other = await sentW9(portal, investor, (await givenHolder(admin, investor, { legalName: 'Other Trust' })).id)
  const comparing = await withFreshProof(portal, approver)
  const cookie = await portal.sessionOf(comparing)
  const statusOf = async (document: string) => (await portal.fetch(`/files/${document}`, { cookie })).status
  expect(await statusOf(documentId)).toBe(404)
  expect(await getFormToCompare(comparing, holder)).toBeUndefined()

  const approval = await requestTaxProfile(await withFreshProof(portal, admin), id, { ...typedW9, tin: '123-45-6788' })
  const requested = await getFormToCompare(comparing, holder)
  expect(requested).toMatchObject({ approvalId: approval, documentId, number: { last4: '6788', kind: 'ssn' } })
  expect(await getDocument(comparing, documentId)).toMatchObject({ filename: 'w9.pdf' })
  expect(await statusOf(documentId)).toBe(200)
  const number = requested?.number?.id ?? ''
  expect(await revealNumber(comparing, number)).toEqual({ number: '123456788' })
  // A session without recent proof sees neither.
  await portal.owner.query("update auth.sessions set created_at = now() - interval '11 minutes' where user_id = $1", [
    approver.id,
  ])
  await portal.owner.query(
    'update auth.session_proofs set proved_at = null where session_id in (select id from auth.sessions where user_id = $1)',
    [approver.id],
  )
  await expect(revealNumber(comparing, number)).rejects.toMatchObject({ code: 'PROOF_NEEDED' })
  expect(await statusOf(documentId)).toBe(403)
  const proved = await withFreshProof(portal, approver)
  // Nothing else: not forms without entered data, not those on file, and no rows of the tables but these.
  expect(await statusOf(other.documentId)).toBe(404)
  expect((await queryAs(portal, approver.id, 'select id from documents')).rows).toEqual([{ id: documentId }])
  for (const table of ['tax_certifications', 'tax_profiles', 'vault_numbers'])
    expect(
      (await queryAs(portal, approver.id, `select from ${table}`).catch(() => undefined))?.rowCount ?? 0,
      table,
    ).toBe(0)
  await expect(getFormToCompare(investor, holder)).rejects.toMatchObject({ code: 'FORBIDDEN' })

  await decideApproval(proved, approval, 'approved')
  expect(await getFormToCompare(proved, holder)).toBeUndefined()
  await expect(revealNumber(proved, number)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(getDocument(proved, documentId)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('an approver whose right is new is shown nothing to compare, and of a form that was deleted no file', async ({
  portal,
  admin,
  approver,
  investor,
}) => {
  const { id: holder } = await givenHolder(admin, investor)
  const { id, documentId } = await sentW9(portal, investor, holder)
  await requestTaxProfile(await withFreshProof(portal, admin), id, { ...typedW9, tin: anySsn() })
  const waits = (days: number) =>
    portal.owner.query('update user_profiles set decides_from = now() + make_interval(days => $2) where id = $1', [
      approver.id,
      days,
    ])
  await waits(2)
  expect(await getFormToCompare(approver, holder)).toBeUndefined()
  await expect(getDocument(approver, documentId)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await waits(0)
  expect(await getFormToCompare(approver, holder)).toMatchObject({ documentId })
  // The approval outlives its file.
  await deleteDocument(await withFreshProof(portal, admin), documentId)
  expect(await getFormToCompare(approver, holder)).toMatchObject({ documentId: null, number: { kind: 'ssn' } })
})

test('who asks to have a form deleted that must be kept, is told until when', async ({ portal, people, approver }) => {
  const { admin, investor } = people
  const { id: holder } = await givenHolder(admin, investor)
  // An approver decides as well.
  const { documentId } = await givenW9(portal, { ...people, colleague: approver }, holder)
  const { rows } = await portal.owner.query('select retain_until from documents where id = $1', [documentId])
  const until = formatDay(rows[0].retain_until)
  await expect(requestDocumentDelete(investor, documentId)).rejects.toMatchObject({
    code: 'DOCUMENT_RETAINED',
    message: `“w9.pdf” must be kept through ${until}, and can’t be deleted before that day is over.`,
  })
  await expect(requestDocumentsDelete(investor, { ids: [documentId] })).rejects.toMatchObject({
    code: 'DOCUMENT_RETAINED',
  })
  const { rows: after } = await portal.owner.query(
    'select delete_request_status as requested from documents where id = $1',
    [documentId],
  )
  expect(after).toEqual([{ requested: null }])
})

test('what can’t be right on a form is refused by name, and a name unlike the title has to be confirmed', async ({
  portal,
  admin,
  colleague,
  investor,
}) => {
  const { id: holder } = await givenHolder(admin, investor)
  const { id } = await sentW9(portal, investor, holder)
  const asking = await withFreshProof(portal, admin)
  const refused = async (typed: Partial<typeof typedW9>) =>
    requestTaxProfile(asking, id, { ...typedW9, ...typed }).then(
      () => 'taken',
      error => error.code,
    )
  expect(await refused({ tin: '' })).toBe('TIN_REQUIRED')
  expect(await refused({ tin: '900-70-1234' })).toBe('TIN_SSN_NINE')
  expect(await refused({ tin: '666-70-1234' })).toBe('TIN_SSN_AREA')
  expect(await refused({ tin: '12345678' })).toBe('TIN_LENGTH')
  expect(await refused({ tinKind: 'other' })).toBe('TIN_KIND')
  expect(await refused({ nameLine1: ' ' })).toBe('TAX_NAME')
  expect(await refused({ nameLine2: 'x'.repeat(201) })).toBe('TAX_NAME_LONG')
  expect(await refused({ classification: '' })).toBe('TAX_CLASSIFICATION')
  expect(await refused({ exemptCode: '14' })).toBe('TAX_EXEMPT')
  expect(await refused({ nameLine1: 'Iris Vestor Jr.' })).toBe('TAX_NAME_UNLIKE')
  const approval = await requestTaxProfile(asking, id, {
    ...typedW9,
    nameLine1: 'Iris Vestor Jr.',
    isNameConfirmed: true,
    tin: anySsn(),
  })
  const { waiting } = await getApprovals(colleague)
  expect(waiting.find(each => each.id === approval)?.lines.join(' ')).toContain('Line 1 is not the holder’s title.')
  await decideApproval(colleague, approval, 'rejected', 'It is his father’s')
  const { rows } = await portal.owner.query('select count(*)::int as kept from vault_numbers where holder_id = $1', [
    holder,
  ])
  expect(rows).toEqual([{ kept: 0 }])
  expect(await getTaxCard(admin, holder)).toMatchObject({ state: 'missing', open: null })
})

test('a form is sent by those who act for the holder, from their own folder; the office sends what came by post', async ({
  portal,
  admin,
  colleague,
  investor,
  second,
}) => {
  const { id: holder } = await givenHolder(admin, investor)
  const own = await uploadedTaxForm(portal, investor)
  const theirs = await uploadedTaxForm(portal, second)
  const send = (actor: Actor, documentId: string, form = 'w9') =>
    submitTaxForm(actor, holder, { documentId, kind: form }).then(
      () => 'sent',
      error => error.code,
    )
  expect(await send(second, theirs)).toBe('NOT_FOUND')
  expect(await send(investor, theirs)).toBe('TAX_FORM_GONE')
  expect(await send(investor, '')).toBe('TAX_FORM_FILE')
  expect(await send(investor, own, 'w2')).toBe('TAX_FORM_KIND')
  expect(await send(admin, theirs)).toBe('TAX_FORM_GONE')
  expect(await send(admin, own)).toBe('sent')
  // A later form replaces it, and voids requests about the earlier one.
  const { rows } = await portal.owner.query(
    "select id from tax_certifications where holder_id = $1 and state = 'submitted'",
    [holder],
  )
  const asking = await withFreshProof(portal, admin)
  const approval = await requestTaxProfile(asking, rows[0].id, { ...typedW9, tin: anySsn() })
  const { id } = await sentW9(portal, investor, holder)
  await expect(decideApproval(colleague, approval, 'approved')).rejects.toMatchObject({ code: 'APPROVAL_GONE' })
  await expect(requestTaxProfile(asking, rows[0].id, typedW9)).rejects.toMatchObject({ code: 'TAX_FORM_MOVED' })
  // In a form filed under the holder, its other members and its accountant would see the number.
  const { rows: docs } = await portal.owner.query('select holder_id, user_id from documents where id = $1', [own])
  expect(docs).toEqual([{ holder_id: null, user_id: investor.id }])
  await expect(uploadedTaxForm(portal, investor, { holderId: holder })).rejects.toThrow('not uploaded')

  await returnTaxForm(admin, id, { reason: 'It isn’t signed.' })
  expect(await getOwnTax(investor, holder)).toMatchObject({ sent: { state: 'returned', reason: 'It isn’t signed.' } })
  await expect(returnTaxForm(admin, id, { reason: 'Twice' })).rejects.toMatchObject({ code: 'TAX_FORM_MOVED' })
  await portal.mailbox.to(investor.email)
  expect(portal.mailbox.allTo(investor.email).map(({ subject }) => subject)).toContain('We need your tax form again')
})

test('what is on file changes by two people only, whatever the site’s code does', async ({ portal, people }) => {
  const { admin, investor } = people
  const { id: holder } = await givenHolder(admin, investor)
  await givenW9(portal, people, holder)
  for (const change of [
    "tin_last4 = '0000'",
    "name_line1 = 'Somebody'",
    "classification = 'c_corporation'",
    'exempt_code = 1',
    'number_id = null, tin_kind = null, tin_last4 = null',
    "form = 'w8'",
    "certified_on = '2020-01-01'",
    `holder_id = gen_random_uuid()`,
  ])
    await expect(
      queryAs(portal, admin.id, `update tax_profiles set ${change} where holder_id = $1`, [holder]),
      change,
    ).rejects.toMatchObject({ code: '42501' })
  await expect(
    queryAs(portal, admin.id, "update tax_profiles set state = 'missing' where holder_id = $1", [holder]),
  ).rejects.toMatchObject({ code: '42501' })
  for (const table of ['tax_profiles', 'tax_certifications', 'tin_notices', 'tax_consents'])
    await expect(queryAs(portal, admin.id, `delete from ${table}`), table).rejects.toMatchObject({ code: '42501' })
  // Its member reads the data on file, and changes nothing.
  const { rowCount } = await queryAs(
    portal,
    investor.id,
    "update tax_profiles set state = 'matched' where holder_id = $1",
    [holder],
  )
  expect(rowCount).toBe(0)
})

test('numbers go to the IRS in one file after fresh proof, each with its entry in the log; the answer is recorded', async ({
  portal,
  people,
}) => {
  const { admin, investor } = people
  const one = await givenHolder(admin, investor, { legalName: 'Iris Vestor' })
  const other = await givenHolder(admin, investor, { legalName: 'Vestor Holdings LLC', kind: 'llc' })
  const foreign = await givenHolder(admin, investor, { legalName: 'Fern Away' })
  await givenW9(portal, people, one.id, { tin: '123-45-6701' })
  const llc = { nameLine1: 'Vestor Holdings LLC', classification: 'llc_p', tinKind: 'ein', tin: '12-3456702' }
  await givenW9(portal, people, other.id, llc)
  await givenW9(portal, people, foreign.id, { nameLine1: 'Fern Away', tin: '', tinKind: '' }, 'w8')
  const stale = await portal.newPerson(`stale-${one.number}@example.com`, { isAdmin: true })
  await portal.owner.query("update auth.sessions set created_at = now() - interval '11 minutes' where id = $1", [
    stale.sessionId,
  ])
  await expect(exportTinMatching(stale, 'new')).rejects.toMatchObject({ code: 'PROOF_NEEDED' })
  const asking = await withFreshProof(portal, admin)
  const { content } = await exportTinMatching(asking, 'new')
  const lines = content.split('\r\n')
  const lineOf = (number: string) => lines.find(line => line.includes(`;${number.replaceAll('-', '')}N`)) ?? ''
  expect(lineOf(one.number)).toMatch(/^2;123456701;Iris Vestor;H\d+N[0-9A-F]{8}$/)
  expect(lineOf(other.number)).toMatch(/^1;123456702;Vestor Holdings LLC;H\d+N[0-9A-F]{8}$/)
  expect(lineOf(foreign.number)).toBe('')
  const { rows } = await portal.owner.query(
    "select subject_id from audit_log where action = 'vault.revealed' and subject_id = any ($1)",
    [[one.id, other.id]],
  )
  expect(rows).toHaveLength(2)

  const gone = 'H9999N00000000'
  const answer = `${lineOf(one.number)};0\r\n${lineOf(other.number)};3\r\n1;1;x;${gone};0\r\nnonsense\r\n`
  expect(await readTinResults(asking, { file: new File([answer], 'results.txt') })).toEqual({
    outcome: { matched: 1, mismatched: 1, unanswered: [], unknown: [gone], unread: [4] },
  })
  const stateOf = async (id: string) => (await getTaxCard(admin, id)).state
  expect([await stateOf(one.id), await stateOf(other.id)]).toEqual(['matched', 'mismatched'])
  expect(await getTaxCard(admin, one.id)).toMatchObject({ match: { code: 0, on: fundDay() } })
  await expect(readTinResults(asking, { file: new File(['nonsense'], 'results.txt') })).rejects.toMatchObject({
    code: 'TIN_FILE',
  })
  // A number that was replaced since is none that the answer is about.
  const before = lineOf(one.number)
  await givenW9(portal, people, one.id, { tin: '123-45-6703' })
  expect(await stateOf(one.id)).toBe('provided')
  expect(await readTinResults(asking, { file: new File([`${before};3`], 'results.txt') })).toMatchObject({
    outcome: { mismatched: 0, unknown: [expect.any(String)] },
  })
  expect(await stateOf(one.id)).toBe('provided')
})

test('the office opens a tax form with fresh proof, whether or not it was sent, its sender without', async ({
  portal,
  admin,
  investor,
}) => {
  const { id: holder } = await givenHolder(admin, investor)
  const other = await uploadedTaxForm(portal, investor)
  const { documentId } = await sentW9(portal, investor, holder)
  const ofOffice = await portal.sessionOf(admin)
  const ofSender = await portal.sessionOf(investor)
  await portal.owner.query(
    "update auth.sessions set created_at = created_at - interval '1 hour' where user_id = any ($1::uuid[])",
    [[admin.id, investor.id]],
  )
  const open = (id: string, cookie: string) => portal.fetch(`/files/${id}`, { cookie })
  const archive = (ids: string[], cookie: string) =>
    portal.fetch('/files/zip', { method: 'POST', cookie, body: new URLSearchParams(ids.map(id => ['ids', id])) })
  expect((await open(documentId, ofSender)).status).toBe(200)
  expect((await open(other, ofSender)).status).toBe(200)
  for (const answer of [
    await open(documentId, ofOffice),
    await open(other, ofOffice),
    await archive([other, documentId], ofOffice),
  ]) {
    expect(answer.status).toBe(403)
    expect(await answer.text()).toContain('Confirm that it’s you')
  }
  await portal.owner.query('update auth.sessions set created_at = now() where user_id = $1', [admin.id])
  expect((await open(documentId, ofOffice)).status).toBe(200)
  expect((await archive([other, documentId], ofOffice)).status).toBe(200)
})

test('a first B-notice is answered with a new W-9, a second with proof of the number', async ({ portal, people }) => {
  const { admin, colleague, investor } = people
  const { id: holder, number } = await givenHolder(admin, investor, { address: '1 Congress Avenue\nAustin, TX 78701' })
  const record = (noticeDate: string, receivedOn = noticeDate) =>
    recordTinNotice(admin, holder, { noticeDate, receivedOn })
  await expect(record(dayIn(-1))).rejects.toMatchObject({ code: 'NOTICE_NUMBER' })
  await givenW9(portal, people, holder, { tin: '123-45-6711' })
  await expect(record('2099-01-01')).rejects.toMatchObject({ code: 'NOTICE_DAY' })
  await expect(record(dayIn(-1), dayIn(-2))).rejects.toMatchObject({ code: 'NOTICE_DAY' })

  const first = await record(dayIn(-2))
  expect((await getTaxCard(admin, holder)).state).toBe('first_notice')
  await expect(record(`${dayIn(-2).slice(0, 4)}-02-01`)).rejects.toMatchObject({ code: 'NOTICE_TWICE' })
  expect(await getOwnTax(investor, holder)).toMatchObject({ state: 'first_notice', notice: { kind: 'first' } })
  const letter = await makeNoticeLetter(admin, first, signal)
  expect(letter.number).toBe(number)
  const text = textOfPdf(letter.pdf)
  for (const said of ['Iris Vestor', '1 Congress Avenue', '***-**-6711', 'first B-notice', 'Form W-9'])
    expect(text).toContain(said)
  expect(text).not.toContain('123-45-6711')
  await markNoticePosted(admin, first)
  await expect(markNoticePosted(admin, first)).rejects.toMatchObject({ code: 'NOTICE_GONE' })

  await givenW9(portal, people, holder, { tin: '123-45-6711' })
  expect((await getTaxCard(admin, holder)).state).toBe('provided')
  await expect(makeNoticeLetter(admin, first, signal)).rejects.toMatchObject({ code: 'NOTICE_GONE' })

  const second = await record(dayIn(-1))
  expect((await getTaxCard(admin, holder)).notices[0]).toMatchObject({ kind: 'second', isCurrent: true })
  expect(textOfPdf((await makeNoticeLetter(admin, second, signal)).pdf)).toContain('Social Security card')
  const { id } = await sentW9(portal, investor, holder)
  const asking = await withFreshProof(portal, admin)
  const typed = { ...typedW9, tin: '123-45-6711' }
  await expect(requestTaxProfile(asking, id, typed)).rejects.toMatchObject({ code: 'TAX_VALIDATION' })
  await decideApproval(colleague, await requestTaxProfile(asking, id, { ...typed, validatedBy: 'ssa' }), 'approved')
  expect(await getTaxCard(admin, holder)).toMatchObject({ state: 'provided', validatedBy: 'ssa' })
  await portal.mailbox.to(investor.email)
  const subjects = portal.mailbox.allTo(investor.email).map(({ subject }) => subject)
  expect(subjects).toEqual(expect.arrayContaining(['Please check your tax number', 'We need proof of your tax number']))
})

test('a B-notice recorded by mistake is withdrawn, the newest first', async ({ portal, people }) => {
  const { admin, investor } = people
  const { id: holder } = await givenHolder(admin, investor)
  await givenW9(portal, people, holder)
  const record = (day: string) => recordTinNotice(admin, holder, { noticeDate: day, receivedOn: day })
  const first = await record(dayIn(-2))
  const second = await record(dayIn(-1))
  expect((await getTaxCard(admin, holder)).state).toBe('second_notice')
  await expect(withdrawTinNotice(admin, first)).rejects.toMatchObject({ code: 'NOTICE_GONE' })
  await withdrawTinNotice(admin, second)
  expect((await getTaxCard(admin, holder)).state).toBe('first_notice')
  await withdrawTinNotice(admin, first)
  expect((await getTaxCard(admin, holder)).state).toBe('provided')
  await expect(withdrawTinNotice(admin, first)).rejects.toMatchObject({ code: 'NOTICE_GONE' })
  expect(await kindOfNext(portal, admin, holder)).toBe('first')
})

async function kindOfNext(portal: SharedPortal, admin: Actor, holder: string): Promise<string> {
  const id = await recordTinNotice(admin, holder, { noticeDate: dayIn(0), receivedOn: dayIn(0) })
  const { rows } = await portal.owner.query('select kind from tin_notices where id = $1', [id])
  return rows[0].kind
}
