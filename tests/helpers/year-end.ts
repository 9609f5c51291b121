import { expect } from 'vitest'
import { decideApproval } from '../../app/approvals/server/decide-approval.ts'
import { requestReversal } from '../../app/notes/server/reversals.ts'
import { getNoteStory } from '../../app/register/server/note-story.ts'
import { ofYear } from '../../app/tax/form-1099-int.ts'
import { getTaxRun, getTaxRuns } from '../../app/tax/server/tax-runs-list.ts'
import { getWithholding } from '../../app/tax/server/withholding-year.ts'
import { withholdingOf } from '../../app/tax/withholding.ts'
import { getToday } from '../../app/today/server/today.ts'
import { tax } from '../../content/tax.ts'
import { addDays } from '../../rules/days.ts'
import { PortalError } from '../../server/platform/portal-error.ts'
import { insertHolder, insertNote } from './insert-notes.ts'
import { type Office, seeded } from './note-life.ts'
import { givenPayment, type NotePeople } from './notes.ts'
import type { SharedPortal } from './shared-portal.ts'
import { codeOf, filed, furnished, givenCorrection, givenForms, givenW9, payeeAddress } from './tax.ts'

/** The interest from which a payee gets a form. Cents. */
export const formThreshold = ofYear(tax.threshold, 2026).cents

interface Payee {
  holder: string
  number: string
  note: string
  isExempt: boolean
  /** Whether tax is withheld of its payments: no tax number is on file. */
  isSubject: boolean
}

/** A payee's sums, or the boxes 1 and 4 of its form. Cents. */
interface Amounts {
  interest: bigint
  withheld: bigint
}

interface Figures {
  ledger: Amounts
  form: Amounts | null
}

/** A year with furnished forms, and later records about it. A seed determines all of it. */
export interface YearEnd {
  seed: number
  year: number
  run: string
  portal: SharedPortal
  people: NotePeople
  payees: Payee[]
  random: () => number
  isFiled: boolean
  /** The events in order. */
  done: string[]
}

const one = <T>(random: () => number, of: readonly T[]): T => of[Math.floor(random() * of.length)] as T

/** Three people, an IRA and an unpaid person, each with a note of the year before; the forms are furnished. */
export async function givenYearEnd(
  portal: SharedPortal,
  office: Office,
  { seed, year }: { seed: number; year: number },
): Promise<YearEnd> {
  const random = seeded(seed)
  const investor = await portal.newPerson(`investor@end-${seed}.example`, { fullName: 'Iris Vestor' })
  const people = { ...office, investor }
  const query = portal.owner.query.bind(portal.owner) as never
  const payees: Payee[] = []
  for (const kind of ['individual', 'individual', 'individual', 'sdira', 'unpaid'] as const) {
    const isIra = kind === 'sdira'
    const holder = await insertHolder(
      query,
      [investor],
      isIra ? { kind, custodian: 'Lone Star Trust Company' } : { name: 'Iris Vestor' },
    )
    const { rows } = await portal.owner.query('update holders set address_lines = $2 where id = $1 returning number', [
      holder,
      payeeAddress,
    ])
    // Paid in whole months, some of which were returned.
    const months = Array.from({ length: 12 }, (_, at) => at + 1).filter(() => random() < 0.6)
    const paid = kind === 'unpaid' ? [] : months
    const note = await insertNote(query, holder, {
      issueDate: `${year - 1}-12-15`,
      termMonths: 24,
      paid,
      returned: paid.filter(() => random() < 0.1),
      until: `${year}-12-31`,
    })
    payees.push({ holder, number: rows[0].number, note: note.id, isExempt: isIra, isSubject: !isIra && random() < 0.5 })
  }
  for (const payee of payees.filter(({ isSubject }) => isSubject && random() < 0.7))
    await unlessRefused(paid(people, payee, { day: `${year}-12-30`, gross: 150_00n, reference: 'Withheld' }), '')
  // At least one person has a form.
  if ([...(await figuresOf(portal, year)).values()].every(({ ledger }) => ledger.interest < formThreshold))
    await givenPayment(people, payees[0]?.note ?? '', { day: `${year}-12-31`, amount: 100_00n, reference: 'First' })
  const run = await givenForms(office.admin, year)
  await furnished(office, run)
  return { seed, year, run, portal, people, payees, random, isFiled: false, done: [] }
}

/** Each holder's sums in the ledger for a year, and its form in force, computed from their rows. Cents. */
async function figuresOf({ owner }: SharedPortal, year: number): Promise<Map<string, Figures>> {
  const { rows: lines } = await owner.query(
    `select l.holder_id, coalesce(o.kind, e.kind) as about, e.relates_to::text as day, l.account,
      l.debit_cents::text as debit, l.credit_cents::text as credit
    from ledger_lines l join ledger_entries e on e.id = l.entry_id left join ledger_entries o on o.id = coalesce(e.undoes, e.reverses)`,
  )
  const figures = new Map<string, Figures>()
  const of = (holder: string) => {
    const found = figures.get(holder) ?? { ledger: { interest: 0n, withheld: 0n }, form: null }
    figures.set(holder, found)
    return found
  }
  for (const { holder_id, about, day, account, debit, credit } of lines)
    if (about === 'payment' && day.startsWith(`${year}-`)) {
      const { ledger } = of(holder_id)
      if (account === 2020 || account === 2040) ledger.interest += BigInt(debit) - BigInt(credit)
      if (account === 2030) ledger.withheld += BigInt(credit) - BigInt(debit)
    }
  const { rows: forms } = await owner.query(
    `select holder_id, interest_cents::text as interest, withheld_cents::text as withheld from tax_returns where year = $1 and furnished_at is not null
      and document_id is not null order by furnished_at`,
    [year],
  )
  for (const { holder_id, interest, withheld } of forms)
    of(holder_id).form = { interest: BigInt(interest), withheld: BigInt(withheld) }
  return figures
}

/** @returns the payees with a wrong form, by number, with both amounts; compared with each page's result */
async function compared(end: YearEnd): Promise<Map<string, Figures>> {
  const { portal, people, year, run, payees } = end
  const figures = await figuresOf(portal, year)
  const expected = new Map(
    payees.flatMap(({ holder, number, isExempt }) => {
      const { ledger, form } = figures.get(holder) ?? { ledger: { interest: 0n, withheld: 0n }, form: null }
      // Whatever was withheld is reported, also of a small amount, and of a payee that has become exempt.
      const isLeftOut = ledger.withheld === 0n && (isExempt || ledger.interest < formThreshold)
      const boxOne = isExempt && ledger.withheld === 0n ? 0n : ledger.interest
      const isRight = form ? form.interest === boxOne && form.withheld === ledger.withheld : isLeftOut
      return isRight ? [] : [[number, { ledger, form }] as const]
    }),
  )
  const { mismatches } = (await getTaxRun(people.admin, run)).run
  const reported = mismatches.map(({ holderNumber, form, ledger }) => [holderNumber, { ledger, form }] as const)
  expect(new Map(reported)).toEqual(expected)
  const today = (await getToday(people.admin)).documents.mismatched.find(({ runId }) => runId === run)
  expect(today?.payees ?? []).toEqual(mismatches)
  const listed = (await getTaxRuns(people.admin)).runs.find(({ id }) => id === run)
  expect(listed?.mismatches).toBe(expected.size)
  const withheld = [...figures].flatMap(([holder, { ledger, form }]) =>
    ledger.withheld !== 0n || (form?.withheld ?? 0n) !== 0n
      ? [[holder, { withheld: ledger.withheld, boxFour: form?.withheld ?? null }] as const]
      : [],
  )
  const listedTax = (await getWithholding(people.admin, year)).payees.map(
    ({ holderId, withheld, boxFour }) => [holderId, { withheld, boxFour }] as const,
  )
  expect(new Map(listedTax)).toEqual(new Map(withheld))
  return expected
}

/** A payment of the year is recorded late, of a few cents or of months. */
async function pay({ random, payees, people, year, done }: YearEnd): Promise<string | undefined> {
  const payee = one(random, payees)
  const day = addDays(`${year}-12-01`, Math.floor(random() * 31))
  const gross = one(random, [1n, 5_00n, 10_00n, 99_99n, 1_833_33n, 3_000_00n])
  const reference = `Late ${done.length}`
  return unlessRefused(paid(people, payee, { day, gross, reference }), payee.isSubject ? 'withheld' : 'paid')
}

/** A payment of interest, less the tax withheld of it. */
function paid(
  people: NotePeople,
  { note, isSubject }: Payee,
  { day, gross, reference }: { day: string; gross: bigint; reference: string },
): Promise<string> {
  const withheld = isSubject ? withholdingOf(gross, day, tax) : 0n
  return givenPayment(people, note, { day, amount: gross - withheld, withheld, reference })
}

/** A payment of the year turns out to be a mistake, on its own day, or is returned in the next one. */
async function reverse({ random, payees, people, year }: YearEnd, why: 'mistake' | 'returned') {
  const { note } = one(random, payees)
  const { entries } = await getNoteStory(people.admin, note)
  const reversed = new Set(entries.map(({ reverses }) => reverses))
  const payments = entries.filter(
    ({ id, kind, relatesTo }) => kind === 'payment' && relatesTo.startsWith(`${year}-`) && !reversed.has(id),
  )
  const payment = payments.length > 0 ? one(random, payments) : undefined
  if (!payment) return undefined
  const day =
    why === 'mistake' ? payment.relatesTo : one(random, [payment.relatesTo, `${year}-12-31`, `${year + 1}-01-05`])
  const act = async () =>
    decideApproval(people.colleague, await requestReversal(people.admin, payment.id, { why, day }), 'approved')
  return unlessRefused(act(), why)
}

/** One of the named ones gets its correction, or its missing form. */
async function correct(end: YearEnd): Promise<string | undefined> {
  const wrong = correctable(end, await compared(end))
  if (wrong.length === 0) return undefined
  await givenCorrection(end.people, end.run, one(end.random, wrong))
  return 'corrected'
}

/** Not payees with more returned than paid or withheld, unless they get no form: no form can be negative. */
function correctable({ payees }: YearEnd, named: Awaited<ReturnType<typeof compared>>): string[] {
  const isExempt = (number: string) => payees.some(payee => payee.number === number && payee.isExempt)
  const isCorrectable = ({ interest, withheld }: { interest: bigint; withheld: bigint }, number: string) =>
    withheld >= 0n && (interest >= 0n || isExempt(number))
  return [...named].flatMap(([number, { ledger }]) => (isCorrectable(ledger, number) ? [number] : []))
}

/** A payee sends a W-9 as a corporation. */
async function incorporate({ random, payees, portal, people }: YearEnd): Promise<string | undefined> {
  const payee = one(random, payees)
  if (payee.isExempt) return undefined
  await givenW9(portal, people, payee.holder, { classification: 'c_corporation', tinKind: 'ein', tin: '12-3456715' })
  payee.isExempt = true
  payee.isSubject = false
  return 'incorporated'
}

/** The year is filed: only without differences, or with a reason. */
async function file(end: YearEnd): Promise<string | undefined> {
  if (end.isFiled) return undefined
  const differ = (await compared(end)).size > 0
  const outcome = await codeOf(filed(end.people, end.run))
  expect(outcome).toBe(differ ? 'TAX_FORMS_DIFFER' : 'done')
  if (!differ || end.random() < 0.1) {
    if (differ) await filed(end.people, end.run, 'The corrections follow.')
    end.isFiled = true
    return 'filed'
  }
  return 'refused to file'
}

/** Skips what can't be recorded of a note: more than is due, or what was paid on later. */
async function unlessRefused(work: Promise<unknown>, done: string): Promise<string | undefined> {
  try {
    await work
    return done
  } catch (error) {
    if (error instanceof PortalError) return undefined
    throw error
  }
}

type Act = (end: YearEnd) => Promise<string | undefined>

const mistake: Act = end => reverse(end, 'mistake')
const returned: Act = end => reverse(end, 'returned')

/** Possible events, weighted by frequency. */
const often: readonly Act[] = [
  ...[pay, pay, pay, pay, mistake, mistake, returned],
  ...[correct, correct, incorporate, file, file],
]

/** An event after the release; then the pages are compared. */
export async function liveOn(end: YearEnd): Promise<void> {
  const done = await one(end.random, often)(end)
  if (done) end.done.push(done)
  await compared(end)
}

/** Corrects all differences, except for payees with more returned than paid; then files the year. */
export async function settle(end: YearEnd): Promise<void> {
  for (const number of correctable(end, await compared(end))) {
    await givenCorrection(end.people, end.run, number)
    end.done.push('corrected')
  }
  expect(correctable(end, await compared(end))).toEqual([])
  await file(end)
}
