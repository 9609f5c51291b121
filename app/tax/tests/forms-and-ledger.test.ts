import { randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import type { Actor } from '../../../server/access/actor.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { givenPayment, type NotePeople } from '../../../tests/helpers/notes.ts'
import { queryAs } from '../../../tests/helpers/query-as.ts'
import { type SharedPortal, testOnPortal } from '../../../tests/helpers/shared-portal.ts'
import {
  codeOf,
  filed,
  furnished,
  givenCorrection,
  givenForms,
  givenPayee,
  givenW9,
  monthly,
  payeeIn,
  untilFormsPrepared,
} from '../../../tests/helpers/tax.ts'
import { getApprovals } from '../../approvals/server/approvals-list.ts'
import { decideApproval } from '../../approvals/server/decide-approval.ts'
import { requestReversal } from '../../notes/server/reversals.ts'
import { getNoteStory } from '../../register/server/note-story.ts'
import { getToday } from '../../today/server/today.ts'
import { requestFiling } from '../server/record-filing.ts'
import { correctTaxForm } from '../server/tax-runs.ts'
import { getTaxRun, getTaxRuns } from '../server/tax-runs-list.ts'

/** Box 1 is the ledger's sum, also after a year's forms are furnished: every page reports a difference at once. */

const test = testOnPortal({ VAULT_KEY: randomBytes(32).toString('base64') })

const receipt = { day: fundDay(), receipt: 'IRIS-1' }

/** A year with furnished forms: a payee was paid in February. */
async function givenYear(portal: SharedPortal, people: NotePeople, year: number) {
  const { holder, note } = await givenPayee(portal, people, year)
  await givenPayment(people, note.id, { day: `${year}-02-03`, amount: monthly })
  const run = await givenForms(people.admin, year)
  await furnished(people, run)
  return { holder, note, run }
}

/** @returns the payees named in each place: the run's page, Today, and their number in the table of all years */
async function namedBy(admin: Actor, run: string) {
  const { run: shown } = await getTaxRun(admin, run)
  const today = (await getToday(admin)).documents.mismatched.find(({ runId }) => runId === run)
  const listed = (await getTaxRuns(admin)).runs.find(({ id }) => id === run)
  const numbers = (payees: readonly { holderNumber: string }[] = []) => payees.map(({ holderNumber }) => holderNumber)
  return { run: numbers(shown.mismatches), today: numbers(today?.payees), table: listed?.mismatches }
}

const nobody = { run: [], today: [], table: 0 }
const only = (...numbers: string[]) => ({ run: numbers, today: numbers, table: numbers.length })

test('a payment recorded after the forms are furnished is said everywhere, keeps the year from being filed, and is corrected', async ({
  portal,
  people,
}) => {
  const { admin, colleague } = people
  const { holder, note, run } = await givenYear(portal, people, 2012)
  expect(await namedBy(admin, run)).toEqual(nobody)
  await givenPayment(people, note.id, { day: '2012-12-31', amount: monthly })
  expect(await namedBy(admin, run)).toEqual(only(holder.number))
  expect((await getTaxRun(admin, run)).run.mismatches).toMatchObject([
    { form: { interest: monthly }, ledger: { interest: monthly * 2n }, noForm: null, correctionId: null },
  ])
  expect(await codeOf(requestFiling(admin, run, receipt))).toBe('TAX_FORMS_DIFFER')
  expect(await codeOf(requestFiling(admin, run, { ...receipt, why: ' ' }))).toBe('TAX_FORMS_DIFFER')
  // While the correction is prepared, the payee's copy is still the wrong one.
  const correction = await correctTaxForm(admin, run, { holder: holder.number, reason: 'A payment was recorded late' })
  await untilFormsPrepared(admin, correction)
  expect((await getTaxRun(admin, run)).run.mismatches).toMatchObject([{ correctionId: correction }])
  expect(await codeOf(requestFiling(admin, run, receipt))).toBe('TAX_FORMS_DIFFER')
  await furnished(people, correction)
  expect(await namedBy(admin, run)).toEqual(nobody)
  // It is furnished, and to be filed: that is shown until it is.
  const toFile = async () => {
    const isIts = (date: { runId: string | null; key: string }) => date.runId === correction && date.key === 'unfiled'
    const { runs, dates } = await getTaxRuns(admin)
    const today = (await getToday(admin)).documents.taxDates.find(isIts)
    return [dates.find(isIts)?.day, today?.day, runs.find(({ id }) => id === correction)?.fileBy, today?.form]
  }
  // The last of the days when its penalty rises has passed.
  const due = '2013-08-01'
  expect(await toFile()).toEqual([due, due, due, `Correction of Form 1099-INT 2012 of ${holder.number}`])
  const filing = await requestFiling(admin, run, receipt)
  const { waiting } = await getApprovals(colleague)
  expect(waiting.find(({ id }) => id === filing)?.lines).toContain(
    'Each payee’s form, corrections included, says what the ledger does.',
  )
  await decideApproval(colleague, filing, 'approved')
  // A filed year doesn't hide a difference, either.
  const { entries } = await getNoteStory(admin, note.id)
  const last = entries.find(({ kind, relatesTo }) => kind === 'payment' && relatesTo === '2012-12-31')
  const reversal = await requestReversal(admin, last?.id ?? '', { why: 'mistake', day: '2012-12-31' })
  await decideApproval(colleague, reversal, 'approved')
  expect(await namedBy(admin, run)).toEqual(only(holder.number))
  expect(await codeOf(requestFiling(admin, correction, receipt))).toBe('TAX_FORMS_DIFFER')
  await filed(people, await givenCorrection(people, run, holder.number))
  expect(await namedBy(admin, run)).toEqual(nobody)
  expect((await toFile())[0]).toBe(due)
  await filed(people, correction)
  expect(await toFile()).toEqual([undefined, undefined, null, undefined])
})

test('a year is filed although a form differs where two people say why: the second reads both amounts', async ({
  portal,
  people,
  approver,
}) => {
  const { admin, colleague } = people
  const { holder, note, run } = await givenYear(portal, people, 2013)
  await givenPayment(people, note.id, { day: '2013-03-04', amount: 50_00n, reference: 'Part' })
  const why = 'It is $50.00, within the safe harbor, and the payee hasn’t asked.'
  const filing = await requestFiling(admin, run, { ...receipt, why })
  const { waiting } = await getApprovals(colleague)
  expect(waiting.find(({ id }) => id === filing)?.lines).toEqual(
    expect.arrayContaining([
      'The form and the ledger differ for 1 payee:',
      `${holder.number}, Iris Vestor: The form says $1,833.33, the ledger $1,883.33.`,
      `Why they were filed all the same: ${why}`,
    ]),
  )
  // The reviewed state is outdated.
  await givenPayment(people, note.id, { day: '2013-03-04', amount: 10_00n, reference: 'Another part' })
  expect(await codeOf(decideApproval(colleague, filing, 'approved'))).toBe('TAX_FORMS_DIFFER')
  await decideApproval(colleague, filing, 'rejected')
  expect(await codeOf(requestFiling(admin, run, { ...receipt, why: 'x'.repeat(501) }))).toBe('TAX_FILING_REASON')
  const again = await requestFiling(admin, run, { ...receipt, why })
  // An approver, who sees no payee of the year, gets the same comparison.
  await decideApproval(approver, again, 'approved')
  expect((await getTaxRun(admin, run)).run).toMatchObject({ state: 'filed', differsBecause: why })
  expect(await namedBy(admin, run)).toEqual(only(holder.number))
})

test('who needs a form now, who should have had none, and whose interest is below the threshold are named, each with why', async ({
  portal,
  people,
  approver,
}) => {
  const { admin, colleague } = people
  const year = 2014
  const small = await givenPayee(portal, people, year)
  await givenPayment(people, small.note.id, { day: `${year}-02-03`, amount: 9_99n })
  const taxed = await givenPayee(portal, people, year, { legalName: 'Vestor Holdings LLC', kind: 'llc' })
  await givenPayment(people, taxed.note.id, { day: `${year}-02-03`, amount: monthly })
  const ira = await givenPayee(portal, people, year, { kind: 'sdira', custodianName: 'Lone Star Trust Company' })
  const newcomer = await givenPayee(portal, people, year)
  const { holder, note, run } = await givenYear(portal, people, year)
  // An IRA gets no form, whatever was paid.
  await givenPayment(people, ira.note.id, { day: `${year}-12-30`, amount: monthly })
  expect(await namedBy(admin, run)).toEqual(nobody)
  await givenPayment(people, small.note.id, { day: `${year}-12-30`, amount: 1n })
  await givenPayment(people, newcomer.note.id, { day: `${year}-12-30`, amount: monthly })
  const entry = (await getNoteStory(admin, note.id)).entries.find(({ kind }) => kind === 'payment')
  const mistake = await requestReversal(admin, entry?.id ?? '', { why: 'mistake', day: `${year}-02-03` })
  await decideApproval(colleague, mistake, 'approved')
  await givenPayment(people, note.id, { day: `${year}-02-03`, amount: 5_00n, reference: 'What was paid' })
  await givenW9(portal, people, taxed.holder.id, {
    nameLine1: 'Vestor Holdings LLC',
    classification: 'llc_c',
    tinKind: 'ein',
    tin: '12-3456714',
  })
  const expected = {
    [small.holder.number]: { form: null, ledger: { interest: 10_00n }, noForm: null },
    [newcomer.holder.number]: { form: null, ledger: { interest: monthly }, noForm: null },
    [holder.number]: { form: { interest: monthly }, ledger: { interest: 5_00n }, noForm: 'threshold' },
    [taxed.holder.number]: { form: { interest: monthly }, noForm: 'corporation' },
  }
  const numbers = Object.keys(expected).toSorted()
  expect(await namedBy(admin, run)).toEqual(only(...numbers))
  const { mismatches } = (await getTaxRun(admin, run)).run
  expect(Object.fromEntries(mismatches.map(each => [each.holderNumber, each]))).toMatchObject(expected)
  // The approver may see no payee outside the run.
  const filing = await requestFiling(admin, run, { ...receipt, why: 'Later' })
  const { waiting } = await getApprovals(approver)
  expect(waiting.find(({ id }) => id === filing)?.lines).toContain(
    `${newcomer.holder.number}, Iris Vestor: No form, and the ledger has $1,833.33.`,
  )
  await decideApproval(approver, filing, 'rejected')
  for (const number of numbers) await givenCorrection(people, run, number)
  expect(await namedBy(admin, run)).toEqual(nobody)
  expect((await payeeIn(admin, run, holder.id))?.isCorrected).toBe(true)
  await filed(people, run)
})

test('more that came back than was paid is said until the tax adviser has decided', async ({ portal, people }) => {
  const { admin, colleague } = people
  const { holder, note } = await givenPayee(portal, people, 2009)
  await givenPayment(people, note.id, { day: '2009-12-01', amount: monthly })
  await givenPayment(people, note.id, { day: '2010-01-04', amount: 20_00n, reference: 'Part' })
  const run = await givenForms(admin, 2010)
  await furnished(people, run)
  const { entries } = await getNoteStory(admin, note.id)
  const first = entries.find(({ kind, relatesTo }) => kind === 'payment' && relatesTo === '2009-12-01')
  const back = await requestReversal(admin, first?.id ?? '', { why: 'returned', day: '2010-03-01' })
  await decideApproval(colleague, back, 'approved')
  expect(await namedBy(admin, run)).toEqual(only(holder.number))
  const correction = await correctTaxForm(admin, run, { holder: holder.number, reason: 'It came back' })
  await untilFormsPrepared(admin, correction)
  expect((await getTaxRun(admin, correction)).run.problem).toContain('More came back than was paid')
  expect(await codeOf(requestFiling(admin, run, receipt))).toBe('TAX_FORMS_DIFFER')
  await filed(people, run, 'The tax adviser reports it with the year before.')
})

test('the database records no filing of forms that differ, whatever the site’s code has compared', async ({
  portal,
  people,
}) => {
  const { admin, colleague } = people
  const { note, run } = await givenYear(portal, people, 2016)
  await givenPayment(people, note.id, { day: '2016-03-04', amount: 50_00n, reference: 'Part' })
  const requested = await requestFiling(admin, run, { ...receipt, why: 'It is small.' })
  const { rows } = await portal.owner.query('select content from approvals where id = $1', [requested])
  await decideApproval(colleague, requested, 'rejected')
  // As if the site had seen no difference; and with an unread reason.
  const forged = await portal.owner.query(
    `insert into approvals (kind, subject_id, content, summary, asked_by) values ('tax.file', $1, $2, 'Filed', $3) returning id`,
    [run, { ...rows[0].content, why: null }, admin.id],
  )
  await expect(decideApproval(colleague, forged.rows[0].id, 'approved')).rejects.toMatchObject({
    code: 'FORBIDDEN',
    cause: { message: 'a run of tax forms does not take this step' },
  })
  await expect(
    queryAs(portal, admin.id, `update tax_runs set differs_because = 'No reason' where id = '${run}'`),
  ).rejects.toMatchObject({ code: '23514' })
  const seen = (actor: Actor) => queryAs(portal, actor.id, 'select app.tax_figures(2016, null)')
  await expect(seen(people.investor)).rejects.toMatchObject({ code: '42501' })
  await expect(queryAs(portal, people.investor.id, 'select app.changed_tax_figures()')).rejects.toMatchObject({
    code: '42501',
  })
})
