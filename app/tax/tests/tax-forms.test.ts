import { randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import type { Actor } from '../../../server/access/actor.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { insertEntry } from '../../../server/sample/notes.ts'
import { storage } from '../../../server/storage/storage.ts'
import { givenDelegate } from '../../../tests/helpers/delegates.ts'
import { givenHolder } from '../../../tests/helpers/holders.ts'
import { readCsv } from '../../../tests/helpers/journal.ts'
import { givenAccreditation, givenNote, givenPayment, withFreshProof } from '../../../tests/helpers/notes.ts'
import { textOfPdf } from '../../../tests/helpers/pdf-tools.ts'
import { queryAs } from '../../../tests/helpers/query-as.ts'
import { allSent, type SharedPortal, testOnPortal } from '../../../tests/helpers/shared-portal.ts'
import { forgetRuns, untilPrepared } from '../../../tests/helpers/statements.ts'
import {
  payeeAddress as address,
  codeOf,
  furnished,
  givenConsent,
  givenForms,
  givenPayee,
  givenW9,
  monthly,
  payeeIn,
  prepareAgain as prepareAgainAndWait,
  untilFormsPrepared,
} from '../../../tests/helpers/tax.ts'
import { getApprovals } from '../../approvals/server/approvals-list.ts'
import { decideApproval } from '../../approvals/server/decide-approval.ts'
import { getYear } from '../../delegates/server/year.ts'
import { requestDocumentDelete } from '../../documents/server/deletion.ts'
import { fileDocuments } from '../../documents/server/holder-documents.ts'
import { updateHolder } from '../../holders/server/holders.ts'
import { revealNumber } from '../../holders/server/number-vault.ts'
import { advanceNotes } from '../../notes/server/advance-notes.ts'
import { requestReversal } from '../../notes/server/reversals.ts'
import { getInterestPaid } from '../../register/server/interest-paid.ts'
import { getNoteStory } from '../../register/server/note-story.ts'
import { requestRun } from '../../statements/server/start-runs.ts'
import { lastPeriod } from '../../statements/statement-periods.ts'
import { printBounced } from '../server/bounced-mail.ts'
import { withdrawConsent } from '../server/consents.ts'
import { requestFurnishing } from '../server/furnish-forms.ts'
import { exportIris } from '../server/iris-file.ts'
import { getOwnTax } from '../server/own-tax.ts'
import { prepareForms } from '../server/prepare-forms.ts'
import { getPrintQueue, markCopiesMailed, sendPrintedCopy } from '../server/print-queue.ts'
import { requestFiling } from '../server/record-filing.ts'
import { beginTaxRun, correctTaxForm, prepareTaxRunAgain, reviewTaxRun } from '../server/tax-runs.ts'
import { getTaxRun, getTaxRuns } from '../server/tax-runs-list.ts'

const test = testOnPortal({ VAULT_KEY: randomBytes(32).toString('base64') })

async function textOf(portal: SharedPortal, documentId: string | null | undefined): Promise<string> {
  const { rows } = await portal.owner.query('select file_path from documents where id = $1', [documentId])
  const stored = await storage().read(rows[0].file_path)
  const chunks: Uint8Array[] = []
  for await (const chunk of stored ?? []) chunks.push(Buffer.from(chunk))
  return textOfPdf(Buffer.concat(chunks))
}

test('a year’s forms are prepared, looked through, furnished by a second person and filed; nothing is done twice', async ({
  portal,
  people,
  second,
}) => {
  const { admin, colleague, investor } = people
  const { holder, note } = await givenPayee(portal, people, 2012)
  await givenPayment(people, note.id, { day: '2012-02-01', amount: monthly })
  await givenW9(portal, people, holder.id, { tin: '123-45-6789' })
  await givenConsent(portal, investor, holder.id)
  expect((await getTaxRuns(admin)).toBegin).toContain(2012)
  expect(await codeOf(beginTaxRun(admin, { year: fundDay().slice(0, 4) }))).toBe('TAX_YEAR_OPEN')
  expect(await codeOf(beginTaxRun(admin, { year: '1999' }))).toBe('TAX_NOBODY')
  expect(await codeOf(beginTaxRun(admin, { year: 'x' }))).toBe('TAX_YEAR')
  expect(await codeOf(beginTaxRun(investor, { year: '2012' }))).toBe('FORBIDDEN')
  const run = await givenForms(admin, 2012)
  expect(await codeOf(beginTaxRun(admin, { year: '2012' }))).toBe('TAX_RUN_EXISTS')
  expect((await getTaxRuns(admin)).toBegin).not.toContain(2012)

  const payee = await payeeIn(admin, run, holder.id)
  expect(payee).toMatchObject({ interest: monthly, withheld: 0n, lastYear: null, leftOut: null, flags: ['unmatched'] })
  const text = await textOf(portal, payee?.documentId)
  for (const said of ['$1,833.33', '***-**-6789', 'Iris Vestor', '1 Congress Avenue', holder.number, '2012'])
    expect(text).toContain(said)
  expect(text).not.toContain('123-45-6789')
  const seen = async (actor: Actor) =>
    (await queryAs(portal, actor.id, 'select id from documents where id = $1', [payee?.documentId])).rowCount
  expect([await seen(investor), await seen(second), await seen(admin)]).toEqual([0, 0, 1])

  expect(await codeOf(requestFurnishing(admin, run))).toBe('TAX_RUN_STATE')
  expect(await codeOf(requestFiling(admin, run, { day: fundDay(), receipt: 'R' }))).toBe('TAX_RUN_STATE')
  await reviewTaxRun(admin, run)
  expect(await codeOf(reviewTaxRun(admin, run))).toBe('TAX_RUN_STATE')
  const approval = await requestFurnishing(admin, run)
  const { waiting } = await getApprovals(colleague)
  expect(waiting.find(({ id }) => id === approval)?.lines.join(' ')).toContain(
    'Box 1 adds up to $1,833.33, box 4 to $0.00.',
  )
  expect(await codeOf(decideApproval(admin, approval, 'approved'))).toBe('APPROVE_OWN')
  await decideApproval(colleague, approval, 'approved')
  expect([await seen(investor), await seen(second)]).toEqual([1, 0])
  expect((await getOwnTax(investor, holder.id)).documents).toMatchObject([{ filename: 'Form 1099-INT 2012.pdf' }])
  expect(await payeeIn(admin, run, holder.id)).toMatchObject({ delivery: 'portal', printReason: null })
  await expect
    .poll(() => portal.mailbox.allTo(investor.email).map(({ subject }) => subject))
    .toContain('IMPORTANT TAX RETURN DOCUMENT AVAILABLE')
  const mail = portal.mailbox
    .allTo(investor.email)
    .find(({ subject }) => subject === 'IMPORTANT TAX RETURN DOCUMENT AVAILABLE')
  for (const kept of ['1,833', '6789', 'Vestor', '1099', holder.number]) expect(mail?.text).not.toContain(kept)
  expect(await codeOf(prepareTaxRunAgain(admin, run))).toBe('TAX_RUN_STATE')

  const asking = await withFreshProof(portal, admin)
  const { content } = await exportIris(asking, run, 1)
  const [heads = [], ...rows] = readCsv(content)
  const row = rows.find(cells => cells.includes(holder.number)) ?? []
  const cell = (head: string) => row[heads.indexOf(head)]
  expect(cell('Recipient Taxpayer ID Number')).toBe('123456789')
  expect(cell('Box 1 - Interest Income')).toBe('1833.33')
  expect(await codeOf(exportIris(asking, run, 2))).toBe('NOT_FOUND')

  expect(await codeOf(requestFiling(admin, run, { day: '2012-12-31', receipt: 'R' }))).toBe('TAX_FILED_DAY')
  expect(await codeOf(requestFiling(admin, run, { day: fundDay(), receipt: ' ' }))).toBe('TAX_RECEIPT')
  const filing = await requestFiling(admin, run, { day: fundDay(), receipt: 'IRIS-1' })
  expect(await codeOf(decideApproval(admin, filing, 'approved'))).toBe('APPROVE_OWN')
  await decideApproval(colleague, filing, 'approved')
  expect((await getTaxRun(admin, run)).run).toMatchObject({ state: 'filed', filedOn: fundDay(), receipt: 'IRIS-1' })
  expect(await codeOf(requestFiling(admin, run, { day: fundDay(), receipt: 'IRIS-2' }))).toBe('TAX_FILED')
})

test('note 12 of the oracle, six years earlier: its second year is 25,964.73, and the table has the difference to the first', async ({
  portal,
  people,
}) => {
  const { admin } = people
  const { id: holderId } = await givenHolder(admin, people.investor, { address })
  await givenAccreditation(portal, holderId, people.investor)
  const terms = { principalCents: 250_001_00n, rateBp: 1133, termMonths: 24 as const }
  const note = await givenNote(portal, people, '2020-12-31', { holderId, ...terms })
  await advanceNotes()
  for (const { pay, interest } of (await getNoteStory(admin, note.id)).lines)
    await givenPayment(people, note.id, { day: pay, amount: interest })
  await givenW9(portal, people, holderId)
  const sums: Record<number, [string, string | undefined]> = {
    2021: ['$28,325.16', undefined],
    2022: ['$25,964.73', '$28,325.16'],
    2023: ['$2,360.34', '$25,964.73'],
  }
  for (const [year, [interest, before]] of Object.entries(sums)) {
    const run = await givenForms(admin, Number(year))
    const payee = await payeeIn(admin, run, holderId)
    expect(await textOf(portal, payee?.documentId)).toContain(interest)
    const cents = (dollars: string | undefined) => dollars && BigInt(dollars.replaceAll(/[$,.]/g, ''))
    expect([payee?.interest, payee?.lastYear ?? undefined]).toEqual([cents(interest), cents(before)])
    // The office's own list, which is authoritative.
    const { holders } = await getInterestPaid(admin, { year: Number(year) })
    expect(holders.find(each => each.holderId === holderId)?.net).toBe(cents(interest))
  }
})

test('what came back on December 30 is absent, and what came back after the year is said', async ({
  portal,
  people,
}) => {
  const { admin, colleague } = people
  const { holder, note } = await givenPayee(portal, people, 2013)
  const pay = (day: string) => givenPayment(people, note.id, { day, amount: monthly, reference: `ACH ${day}` })
  const giveBack = async (paidOn: string, day: string) => {
    const { entries } = await getNoteStory(admin, note.id)
    const entry = entries.find(({ kind, relatesTo }) => kind === 'payment' && relatesTo === paidOn)
    await decideApproval(colleague, await requestReversal(admin, entry?.id ?? '', { why: 'returned', day }), 'approved')
  }
  await pay('2013-11-01')
  await pay('2013-12-02')
  await giveBack('2013-12-02', '2013-12-30')
  const run = await givenForms(admin, 2013)
  expect(await payeeIn(admin, run, holder.id)).toMatchObject({ interest: monthly })
  // Everything paid is returned in the next year: it is on the year's form, and the run reports it.
  await giveBack('2013-11-01', '2014-01-03')
  await prepareTaxRunAgain(admin, run)
  await untilFormsPrepared(admin, run)
  expect(await payeeIn(admin, run, holder.id)).toMatchObject({
    interest: monthly,
    flags: expect.arrayContaining(['came_back_later', 'no_number']),
  })
})

test('an IRA in the batch has its letter and no form; corporations, foreign and small ones get none, each with its reason', async ({
  portal,
  people,
}) => {
  await forgetRuns(portal)
  const { admin, investor } = people
  const year = Number(lastPeriod('annual', fundDay()).end.slice(0, 4))
  const payeeOf = async (details: Parameters<typeof givenHolder>[2]) => {
    const { holder, note } = await givenPayee(portal, people, year, details)
    await givenPayment(people, note.id, { day: `${year}-02-03`, amount: monthly })
    return holder.id
  }
  const ira = await payeeOf({ kind: 'sdira', custodianName: 'Lone Star Trust Company' })
  const person = await payeeOf({})
  const corporation = await payeeOf({ legalName: 'Vestor Inc', kind: 'corporation' })
  const taxed = await payeeOf({ legalName: 'Vestor Holdings LLC', kind: 'llc' })
  const foreign = await payeeOf({ legalName: 'Fern Away' })
  const exempt = await payeeOf({ legalName: 'Vestor Charity', kind: 'irrevocable_trust' })
  const llc = { nameLine1: 'Vestor Holdings LLC', classification: 'llc_s', tinKind: 'ein', tin: '12-3456789' }
  await givenW9(portal, people, taxed, llc)
  await givenW9(portal, people, foreign, { nameLine1: 'Fern Away', tin: '', tinKind: '' }, 'w8')
  await givenW9(portal, people, exempt, {
    nameLine1: 'Vestor Charity',
    classification: 'trust_estate',
    exemptCode: '1',
  })
  const small = await givenPayee(portal, people, year)
  await givenPayment(people, small.note.id, { day: `${year}-02-03`, amount: 9_99n })

  const letters = await requestRun(admin, { run: 'custodian_letter annual' })
  const { entries } = await untilPrepared(admin, letters)
  expect(entries.map(({ holderId }) => holderId)).toContain(ira)
  expect(entries.map(({ holderId }) => holderId)).not.toContain(person)
  const run = await givenForms(admin, year)
  const reasonOf = async (id: string) => (await payeeIn(admin, run, id))?.leftOut
  expect(await reasonOf(ira)).toBe('account')
  expect(await reasonOf(person)).toBeNull()
  expect(await reasonOf(corporation)).toBe('corporation')
  expect(await reasonOf(taxed)).toBe('corporation')
  expect(await reasonOf(foreign)).toBe('foreign')
  expect(await reasonOf(exempt)).toBe('code')
  expect(await reasonOf(small.holder.id)).toBe('threshold')
  // The year's page agrees with the run.
  const holders = (await getYear(investor, String(year))).holders
  for (const id of [ira, person, corporation, taxed, foreign, exempt, small.holder.id])
    expect(holders.find(({ holderId }) => holderId === id)?.noForm?.reason ?? null).toBe(await reasonOf(id))
  const { rows } = await portal.owner.query(
    "select holder_id from documents where category = 'Tax' and holder_id = any ($1)",
    [[ira, person, corporation, taxed, foreign, exempt, small.holder.id]],
  )
  expect(rows).toEqual([{ holder_id: person }])
  expect(await getOwnTax(investor, ira)).toMatchObject({ documents: [] })
})

test('who has withdrawn before the forms are furnished gets paper, and so does everybody who never agreed', async ({
  portal,
  people,
}) => {
  const { admin, investor } = people
  const payees = []
  for (let i = 0; i < 3; i++) {
    const { holder, note } = await givenPayee(portal, people, 2014)
    await givenPayment(people, note.id, { day: '2014-02-03', amount: monthly })
    payees.push(holder)
  }
  const [agreed, withdrawn, never] = payees.map(({ id }) => id) as [string, string, string]
  await givenConsent(portal, investor, agreed)
  await withdrawConsent(investor, await givenConsent(portal, investor, withdrawn))
  const run = await givenForms(admin, 2014)
  await furnished(people, run)
  const deliveryOf = async (id: string) => (await payeeIn(admin, run, id))?.delivery
  expect([await deliveryOf(agreed), await deliveryOf(withdrawn), await deliveryOf(never)]).toEqual([
    'portal',
    'paper',
    'paper',
  ])
  const queued = (await getPrintQueue(admin)).filter(({ year }) => year === 2014)
  expect(queued.map(({ holderId, reason }) => [holderId, reason]).toSorted()).toEqual(
    [
      [withdrawn, 'no_consent'],
      [never, 'no_consent'],
    ].toSorted(),
  )
  expect(queued[0]).toMatchObject({
    nameLines: ['Iris Vestor'],
    addressLines: ['1 Congress Avenue', 'Austin, TX 78701'],
  })
  // A day in the distant past isn't a mailing deadline.
  expect(queued[0]?.due).toBe(fundDay())
  const ids = queued.map(({ id }) => id)
  expect(await markCopiesMailed(admin, { copy: ids })).toBe(2)
  expect(await codeOf(markCopiesMailed(admin, { copy: ids }))).toBe('TAX_COPY_GONE')
  expect((await getPrintQueue(admin)).filter(({ year }) => year === 2014)).toEqual([])

  // A form furnished in the portal is also printed if its e-mail bounced.
  const electronic = await payeeIn(admin, run, agreed)
  const id = electronic?.id ?? ''
  expect(await codeOf(sendPrintedCopy(admin, { form: id, reason: 'no_consent' }))).toBe('TAX_COPY_REASON')
  const { rows: mails } = await portal.owner.query(
    'select mail_id, user_id from tax_return_mails where return_id = $1',
    [id],
  )
  expect(mails).toEqual([{ mail_id: expect.any(String), user_id: investor.id }])
  expect(await printBounced()).toBe(0)
  // A mail sent afterward would have been delivered.
  await allSent(portal)
  await portal.owner.query(
    "insert into mail_failures (id, person_id, recipient, reason, refused) values ($1, $2, 'x@example.com', '550 no', true)",
    [mails[0].mail_id, investor.id],
  )
  expect(await printBounced()).toBe(1)
  expect(await printBounced()).toBe(0)
  const { rows } = await portal.owner.query(
    'select paper_reason, paper_due - app.fund_day() as days from tax_returns where id = $1',
    [id],
  )
  expect(rows).toEqual([{ paper_reason: 'bounced', days: 30 }])
  expect(await codeOf(sendPrintedCopy(admin, { form: id, reason: 'asked' }))).toBe('TAX_COPY_GONE')
})

test('a form stays until October 15, with its holder; a delete request before that answers with the day', async ({
  portal,
  people,
  approver,
}) => {
  const { admin, investor } = people
  const year = 2025
  const { holder, note } = await givenPayee(portal, people, year)
  await givenPayment(people, note.id, { day: `${year}-03-03`, amount: monthly })
  const { rows } = await portal.owner.query('select id from tax_runs where year = $1 and holder_id is null', [year])
  const run = rows[0]?.id ?? (await givenForms(admin, year))
  if (rows[0]) await prepareAgainAndWait(admin, run)
  // An approver decides as well.
  await furnished({ admin, colleague: approver }, run)
  const documentId = (await payeeIn(admin, run, holder.id))?.documentId ?? ''
  const kept = await portal.owner.query('select retain_until, category, holder_id from documents where id = $1', [
    documentId,
  ])
  expect(kept.rows).toEqual([{ retain_until: `${year + 1}-10-15`, category: 'Tax', holder_id: holder.id }])
  await portal.owner.query("update documents set retain_until = '2099-10-15' where id = $1", [documentId])
  await expect(requestDocumentDelete(investor, documentId)).rejects.toMatchObject({
    code: 'DOCUMENT_RETAINED',
    message: expect.stringContaining('Oct 15, 2099'),
  })
  expect(await codeOf(fileDocuments(admin, [documentId], { category: 'Notices' }))).toBe('TAX_FORM_STAYS')
  expect(await codeOf(fileDocuments(admin, [documentId], { holderId: '' }))).toBe('TAX_FORM_STAYS')
})

test('a delegate by the category Tax sees the form, and neither the W-9 nor anything about the number', async ({
  portal,
  people,
  domain,
}) => {
  const { admin, investor } = people
  const { holder, note } = await givenPayee(portal, people, 2010)
  await givenPayment(people, note.id, { day: '2010-02-01', amount: monthly })
  const { documentId: w9 } = await givenW9(portal, people, holder.id, { tin: '123-45-6710' })
  const delegate = await portal.newPerson(`cpa@${domain}`)
  await givenDelegate(portal, investor, delegate, holder.id, { categories: ['Tax'] })
  const run = await givenForms(admin, 2010)
  const form = (await payeeIn(admin, run, holder.id))?.documentId
  const sees = async (text: string, value: unknown) => (await queryAs(portal, delegate.id, text, [value])).rowCount
  const document = 'select id from documents where id = $1'
  expect(await sees(document, form)).toBe(0)
  await furnished(people, run)
  expect(await sees(document, form)).toBe(1)
  expect(await sees(document, w9)).toBe(0)
  for (const table of ['tax_profiles', 'tax_certifications', 'tin_notices', 'tax_consents', 'tax_return_mails'])
    expect(await sees(`select from ${table} where holder_id = $1`, holder.id), table).toBe(0)
  expect(
    await codeOf(revealNumber(await withFreshProof(portal, delegate), (await numberOf(portal, holder.id)) ?? '')),
  ).toBe('FORBIDDEN')
  expect((await getOwnTax(delegate, holder.id)).holder).toBeNull()
})

async function numberOf({ owner }: SharedPortal, holderId: string): Promise<string | undefined> {
  const { rows } = await owner.query('select number_id from tax_profiles where holder_id = $1', [holderId])
  return rows[0]?.number_id
}

test('a correction names what it corrects, goes through the same steps, and the form before stays', async ({
  portal,
  people,
}) => {
  const { admin, colleague, investor } = people
  const { holder, note } = await givenPayee(portal, people, 2015)
  await givenPayment(people, note.id, { day: '2015-02-02', amount: monthly })
  const other = await givenPayee(portal, people, 2015, { kind: 'corporation' })
  await givenPayment(people, other.note.id, { day: '2015-02-02', amount: monthly })
  const run = await givenForms(admin, 2015)
  const reason = 'A payment was recorded late'
  expect(await codeOf(correctTaxForm(admin, run, { holder: holder.number, reason }))).toBe('TAX_RUN_STATE')
  await furnished(people, run)
  const first = await payeeIn(admin, run, holder.id)
  expect(await codeOf(correctTaxForm(admin, run, { holder: 'H-9999999', reason }))).toBe('HOLDER_GONE')
  expect(await codeOf(correctTaxForm(admin, run, { holder: holder.number, reason: ' ' }))).toBe('TAX_CORRECTION_REASON')
  await givenPayment(people, note.id, { day: '2015-03-02', amount: monthly, reference: 'Late' })
  const correction = await correctTaxForm(admin, run, { holder: holder.number.toLowerCase(), reason })
  expect(await codeOf(correctTaxForm(admin, run, { holder: holder.number, reason }))).toMatch(
    /TAX_CORRECTION_OPEN|TAX_CORRECTED/,
  )
  await untilFormsPrepared(admin, correction)
  await furnished(people, correction)
  const now = await payeeIn(admin, correction, holder.id)
  expect(now).toMatchObject({ interest: monthly * 2n })
  expect(await textOf(portal, now?.documentId)).toContain('CORRECTED')
  expect(await payeeIn(admin, run, holder.id)).toMatchObject({
    interest: monthly,
    isCorrected: true,
    documentId: first?.documentId,
  })
  expect((await getOwnTax(investor, holder.id)).documents.map(({ filename }) => filename).toSorted()).toEqual([
    'Form 1099-INT 2015, corrected.pdf',
    'Form 1099-INT 2015.pdf',
  ])
  const asking = await withFreshProof(portal, admin)
  expect(await codeOf(exportIris(asking, correction, 1))).toBe('TAX_CORRECTION_BY_HAND')
  // A correction is corrected by another one, to zero if need be.
  const standing = async () =>
    (await getNoteStory(admin, note.id)).entries.find(({ kind, reversedBy }) => kind === 'payment' && !reversedBy)
  for (let entry = await standing(); entry; entry = await standing()) {
    const reversal = await requestReversal(admin, entry.id, { why: 'mistake' })
    await decideApproval(colleague, reversal, 'approved')
  }
  const again = await correctTaxForm(admin, correction, { holder: holder.number, reason: 'Nothing was paid' })
  await untilFormsPrepared(admin, again)
  expect(await payeeIn(admin, again, holder.id)).toMatchObject({ interest: 0n, leftOut: null, problem: null })
  // A form that shouldn't have been made: it is corrected to zero.
  const llc = { nameLine1: 'Iris Vestor', classification: 'llc_c', tinKind: 'ein', tin: '12-3456715' }
  const wrong = await givenPayee(portal, people, 2015)
  await givenPayment(people, wrong.note.id, { day: '2015-02-02', amount: monthly })
  const its = await correctTaxForm(admin, run, { holder: wrong.holder.number, reason: 'It was left out' })
  await untilFormsPrepared(admin, its)
  await furnished(people, its)
  await givenW9(portal, people, wrong.holder.id, llc)
  const zero = await correctTaxForm(admin, run, { holder: wrong.holder.number, reason: 'A corporation gets none' })
  await untilFormsPrepared(admin, zero)
  const corrected = await payeeIn(admin, zero, wrong.holder.id)
  expect(corrected).toMatchObject({ interest: 0n, leftOut: null })
  expect(await textOf(portal, corrected?.documentId)).toContain('$0.00')
  expect(await textOf(portal, corrected?.documentId)).not.toContain('$1,833.33')
  // A missing form is made: a correction of nothing.
  await updateHolder(admin, other.holder.id, { legalName: 'Iris Vestor', kind: 'individual', address, state: 'TX' })
  const { waiting } = await getApprovals(colleague)
  const identity = waiting.find(
    ({ kind, summary }) => kind === 'holder.identity' && summary.includes(other.holder.number),
  )
  await decideApproval(colleague, identity?.id ?? '', 'approved')
  const late = await correctTaxForm(admin, run, { holder: other.holder.number, reason: 'It is a person' })
  await untilFormsPrepared(admin, late)
  expect((await getTaxRun(admin, late)).run).toMatchObject({ isCorrection: false, parts: 1 })
})

test('what the ledger has had since has to be prepared again before anything is furnished', async ({
  portal,
  people,
}) => {
  const { admin, colleague } = people
  const { holder, note } = await givenPayee(portal, people, 2016)
  await givenPayment(people, note.id, { day: '2016-02-01', amount: monthly })
  const run = await givenForms(admin, 2016)
  const before = await payeeIn(admin, run, holder.id)
  await reviewTaxRun(admin, run)
  const approval = await requestFurnishing(admin, run)
  await givenPayment(people, note.id, { day: '2016-03-01', amount: monthly, reference: 'Late' })
  expect(await codeOf(decideApproval(colleague, approval, 'approved'))).toBe('TAX_RUN_STALE')
  expect((await getTaxRun(admin, run)).run.stale).toEqual([holder.number])
  await prepareAgainAndWait(admin, run)
  expect(await codeOf(decideApproval(colleague, approval, 'approved'))).toBe('APPROVAL_GONE')
  const after = await payeeIn(admin, run, holder.id)
  expect(after).toMatchObject({ interest: monthly * 2n })
  const { rowCount } = await portal.owner.query('select from documents where id = $1', [before?.documentId])
  expect(rowCount).toBe(0)
  await furnished(people, run)
})

test('a payee without an address that can be read keeps the run from being reviewed, by name', async ({
  portal,
  people,
}) => {
  const { admin } = people
  const { holder, note } = await givenPayee(portal, people, 2017, { address: 'Somewhere' })
  await givenPayment(people, note.id, { day: '2017-02-01', amount: monthly })
  const run = await givenForms(admin, 2017)
  const { problem } = (await getTaxRun(admin, run)).run
  expect(problem).toContain(`${holder.number}: Its postal address can’t be read`)
  // An attempt that finds all of it prepared says the same.
  await prepareForms({ run })
  expect((await getTaxRun(admin, run)).run).toMatchObject({ problem, isPrepared: true })
  expect(await codeOf(reviewTaxRun(admin, run))).toBe('TAX_RUN_PROBLEM')
  await portal.owner.query('update holders set address_lines = $2 where id = $1', [holder.id, address])
  await prepareAgainAndWait(admin, run)
  await reviewTaxRun(admin, run)
})

test('box 4 is what the ledger has in account 2030; payees who were subject to withholding are named', async ({
  portal,
  people,
}) => {
  const { admin } = people
  const { holder, note } = await givenPayee(portal, people, 2018)
  // As a payment with tax withheld is booked (specification notes, section A4); no operation does that yet.
  await insertEntry(portal.owner, {
    ...{ kind: 'payment', day: '2018-02-01', note: { id: note.id, holder_id: holder.id }, n: 1 },
    lines: [
      [2020, monthly, 0n],
      [1010, 0n, monthly - 440_00n],
      [2030, 0n, 440_00n],
    ],
  })
  const run = await givenForms(admin, 2018)
  expect(await payeeIn(admin, run, holder.id)).toMatchObject({
    interest: monthly,
    withheld: 440_00n,
    flags: ['no_number'],
  })
  expect((await getTaxRun(admin, run)).run).toMatchObject({ withheld: 440_00n, flags: { no_number: 1 } })
  const { totals, holders } = await getInterestPaid(admin, { year: 2018 })
  expect([totals.withheld, holders[0]?.withheld]).toEqual([440_00n, 440_00n])
})

test('nobody furnishes, files or changes a form alone, whatever the site’s code does', async ({ portal, people }) => {
  const { admin, investor } = people
  const { holder, note } = await givenPayee(portal, people, 2019)
  await givenPayment(people, note.id, { day: '2019-02-01', amount: monthly })
  const run = await givenForms(admin, 2019)
  const form = await payeeIn(admin, run, holder.id)
  const refused = async (statement: string) => {
    await expect(queryAs(portal, admin.id, statement), statement).rejects.toMatchObject({ code: '42501' })
  }
  await refused(
    `update tax_runs set state = 'furnished', furnished_by = '${admin.id}', furnished_at = now() where id = '${run}'`,
  )
  await refused(`update tax_runs set state = 'filed' where id = '${run}'`)
  await refused(`update tax_returns set furnished_at = now(), delivery = 'portal' where id = '${form?.id}'`)
  await refused(`update tax_returns set interest_cents = 1 where id = '${form?.id}'`)
  await refused(`update tax_returns set corrected_at = now() where id = '${form?.id}'`)
  await refused(`delete from tax_returns where id = '${form?.id}'`)
  await refused(`delete from tax_runs where id = '${run}'`)
  // Only members see their forms, once furnished.
  const seen = (actor: Actor) => queryAs(portal, actor.id, 'select id from tax_returns where id = $1', [form?.id])
  expect((await seen(investor)).rowCount).toBe(0)
  await furnished(people, run)
  expect((await seen(investor)).rowCount).toBe(1)
  await refused(`update tax_runs set begun_at = now() where id = '${run}'`)
  await expect(
    queryAs(
      portal,
      admin.id,
      `update tax_returns set delivery = 'portal', paper_reason = null, paper_due = null where id = '${form?.id}'`,
    ),
  ).rejects.toMatchObject({ code: '42501' })
  // A job doesn't prepare furnished forms.
  await prepareForms({ run })
  expect(await payeeIn(admin, run, holder.id)).toMatchObject({ documentId: form?.documentId })
})
