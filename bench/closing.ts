import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from '@playwright/test'
import { addDays, addMonths, type Day } from '../rules/days.ts'
import { type Cents, formatCents, sumCents } from '../rules/money.ts'
import { fundDay } from '../server/platform/fund-day.ts'
import { type BankFile, type BankShape, bankShapes, type Moved, shapeNames } from '../tests/helpers/bank-shapes.ts'
import { asOwner } from '../tests/helpers/owner.ts'
import { startServer, type TestServer } from '../tests/helpers/server.ts'
import { copyWithOwners } from '../tests/helpers/site-data.ts'
import type { Effort, Hand } from './hand.ts'
import { table } from './harness.ts'
import { figure } from './outcome.ts'

interface Closing {
  name: string
  months: number
  shape: BankShape
  /** Maximum presses of each of the two people. */
  most: readonly [first: number, second: number]
}

/** A month from each shape of file; a quarter and a year, each as one file. */
export const closings: Closing[] = [
  ...shapeNames.map(shape => ({ name: `close a month (${shape})`, months: 1, shape, most: [14, 3] as const })),
  { name: 'close a quarter (ofx1)', months: 3, shape: 'ofx1', most: [14, 3] },
  { name: 'close a year (bankOfAmerica)', months: 12, shape: 'bankOfAmerica', most: [14, 3] },
]

/** Other cash in the account before the period. */
const otherCash = 250_000_00n

type Opened = (browser: Browser, site: TestServer, email: string) => Promise<Hand & AsyncDisposable>

/**
 * Two people close a period of the sample fund: the bank's file, its matches, the second person's total, the
 * statement's balance until nothing is unexplained, and the journal for QuickBooks. Each on its own sample fund.
 * @param open opens the office for a person
 */
export async function closePeriods(browser: Browser, chosen: readonly Closing[], open: Opened): Promise<void> {
  if (chosen.length === 0) return
  const folder = await mkdtemp(join(tmpdir(), 'promissory-closing-'))
  const rows: string[][] = []
  try {
    const first = await startServer({ NODE_ENV: 'production' }, { args: ['--demo'], dataDir: join(folder) })
    await first.dispose()
    for (const closing of chosen) {
      const dataDir = await mkdtemp(join(tmpdir(), 'promissory-closing-'))
      await copyWithOwners([`${folder}/.`], dataDir)
      const site = await startServer({ NODE_ENV: 'production' }, { args: ['--demo'], dataDir })
      try {
        rows.push(await closePeriod(browser, site, { closing, open }))
      } catch (error) {
        console.error(`“${closing.name}” can’t be done:`, error)
        process.exitCode = 1
      } finally {
        await site.dispose()
        await rm(dataDir, { recursive: true, force: true })
      }
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  const head = ['', 'lines', 'matched', 'presses 1', 'typed 1', 'presses 2', 'typed 2', 'seconds']
  table('A period of the sample fund, closed by two people', [head, ...rows])
}

interface Period {
  from: Day
  to: Day
  moved: Moved[]
  /** The account's balance before and after. */
  opening: Cents
  balance: Cents
  /** The part that isn't the notes' afterward. */
  other: Cents
  /** The sum that the second person types from the bank's page: payments that aren't recorded yet. */
  total: Cents
}

async function closePeriod(
  browser: Browser,
  site: TestServer,
  { closing, open }: { closing: Closing; open: Opened },
): Promise<string[]> {
  const period = await periodOf(site, closing.months)
  const { filename, content } = bankShapes[closing.shape](period)
  await using first = await open(browser, site, 'admin@larkstone.example')
  await using second = await open(browser, site, 'controller@larkstone.example')
  const matched = await submitFile(first, { filename, content })
  await approveTotal(second, period.total)
  await clearRest(first)
  await enterBalance(first, period)
  await exportPeriod(first, period)
  const efforts: [Effort, Effort] = [first.effort(), second.effort()]
  for (const [at, { presses }] of efforts.entries()) {
    const most = closing.most[at] ?? 0
    if (presses <= most) continue
    console.error(`“${closing.name}” takes person ${at + 1} ${presses} presses, and may take ${most}.`)
    process.exitCode = 1
  }
  const [one, other] = efforts
  return [
    ...[closing.name, String(period.moved.length), String(matched)],
    ...[one, other].flatMap(({ presses, typed }) => [String(presses), String(typed)]),
    figure(one.seconds + other.seconds),
  ]
}

/** @returns the bank's lines of as many months, the last day of which is today: recorded payments, unrecorded due ones, a fee, and interest */
async function periodOf(site: TestServer, months: number): Promise<Period> {
  const to = fundDay()
  const from = addDays(addMonths(to, -months), 1)
  const { rows: recorded } = await asOwner(
    site,
    `select m.relates_to::text as day, sum(m.cents)::text as cents, n.number, h.legal_name as payee,
      case when m.kind in ('payment', 'principal') then 'ach' when m.kind = 'funds' then 'wire' else 'return' end as kind
    from app.bank_movements m join notes n on n.id = m.note_id join holders h on h.id = m.holder_id
    where m.relates_to between $1 and $2 and m.kind not in ('interest_due', 'renewal', 'transfer')
    group by m.approval_id, m.note_id, m.relates_to, m.reference, n.number, h.legal_name, 5 having sum(m.cents) <> 0`,
    [from, to],
  )
  const { rows: due } = await asOwner(
    site,
    `select s.pay_date::text as day, (s.paid_cents - s.interest_cents)::text as cents, n.number, h.legal_name as payee,
      'ach' as kind
    from app.line_status s join notes n on n.id = s.note_id and n.version = s.version join holders h on h.id = n.holder_id
    where n.state = 'current' and s.pay_date between $1 and $2 and s.interest_cents > s.paid_cents`,
    [from, to],
  )
  const { rows } = await asOwner(
    site,
    `select coalesce(sum(l.debit_cents - l.credit_cents), 0)::text as cash from ledger_lines l
    join ledger_entries e on e.id = l.entry_id where l.account = 1010 and e.booked_on < $1`,
    [from],
  )
  const opening = BigInt(rows[0].cash) + otherCash
  // The previous period is closed.
  await asOwner(
    site,
    `insert into bank_balances (day, balance_cents, other_cents, other_words, entered_by)
    select $1::date - 1, $2, $3, 'Operating reserve', id from user_profiles where email = 'admin@larkstone.example'`,
    [from, String(opening), String(otherCash)],
  )
  const own: Moved[] = [
    { day: to, cents: -25_00n, kind: 'fee', payee: '' },
    { day: to, cents: 412_50n, kind: 'interest', payee: '' },
  ]
  const moved: Moved[] = [
    ...[...recorded, ...due].map(({ day, cents, number, payee, kind }) => ({
      ...{ day, cents: BigInt(cents), kind, payee, note: number },
    })),
    ...own,
  ].toSorted((one, other) => one.day.localeCompare(other.day))
  return {
    ...{ from, to, moved, opening },
    balance: opening + sumCents(moved.map(({ cents }) => cents)),
    other: otherCash + sumCents(own.map(({ cents }) => cents)),
    total: -sumCents(due.map(({ cents }) => BigInt(cents))),
  }
}

/** @returns the number of lines matched automatically: preselected, or cleared at once */
async function submitFile(hand: Hand, { filename, content }: Pick<BankFile, 'filename' | 'content'>): Promise<number> {
  const { page } = hand
  await page.goto('/profile/admin/register/bank')
  const mimeType = filename.toLowerCase().endsWith('.csv') ? 'text/csv' : 'application/x-ofx'
  await hand.choose(page.getByLabel('CSV or OFX file'), { name: filename, mimeType, buffer: Buffer.from(content) })
  await hand.press(page.getByRole('button', { name: 'Compare with the register' }))
  const open = page.getByRole('table', { name: 'Open bank lines' })
  await hand.see(open)
  const selects = await open
    .getByRole('combobox')
    .evaluateAll(all => all.map(each => (each as HTMLSelectElement).value))
  await hand.press(page.getByRole('button', { name: 'Submit selected matches' }))
  await hand.see(page.getByText(/payments? needs? approval/))
  return selects.filter(Boolean).length
}

async function approveTotal(hand: Hand, total: Cents): Promise<void> {
  const { page } = hand
  await page.goto('/profile/admin/approvals')
  await hand.press(page.getByRole('link', { name: 'Approve payments together' }))
  await hand.type(page.getByLabel(/^Total of/), formatCents(total, true).slice(1))
  await hand.press(page.getByRole('button', { name: /^Approve \d+ payments$/ }))
  await hand.see(page.getByRole('status').filter({ hasText: 'approved' }))
}

/** Requests that were already pending are recorded by now. */
async function clearRest(hand: Hand): Promise<void> {
  const { page } = hand
  const office = page.getByRole('navigation', { name: 'Office' })
  await hand.press(office.getByRole('link', { name: 'Bank list' }))
  await page.getByText('Pending approval', { exact: true }).first().waitFor()
  const submit = page.getByRole('button', { name: 'Submit selected matches' })
  if ((await submit.count()) === 0) return
  await hand.press(submit)
  await submit.waitFor({ state: 'detached' })
}

async function enterBalance(hand: Hand, { to, balance, other }: Period): Promise<void> {
  const { page } = hand
  await hand.press(page.getByRole('link', { name: 'Bank reconciliation' }).last())
  const form = page.getByRole('form', { name: 'Enter a statement’s balance' })
  await hand.type(form.getByLabel('Statement date'), to)
  await hand.type(form.getByLabel('Balance per bank'), formatCents(balance, true).slice(1))
  await hand.type(form.getByLabel('Other cash in this account'), formatCents(other, true).slice(1))
  await hand.press(form.getByRole('button', { name: 'Save balance' }))
  await hand.see(page.getByText('The bank’s balance and the books agree.'))
}

async function exportPeriod(hand: Hand, { from, to }: Period): Promise<void> {
  const { page } = hand
  // The balance before has a link, too, until the page shows the new one.
  await hand.press(page.getByRole('link', { name: 'Journal of this period' }).and(page.locator(`[href*="to=${to}"]`)))
  await page.waitForURL(url => url.searchParams.get('from') === from && url.searchParams.get('to') === to)
  await hand.press(page.getByRole('button', { name: /^Export / }))
  const kept = page.getByRole('table', { name: 'Exports of the journal' }).getByRole('link', { name: /^Download/ })
  await Promise.all([page.waitForEvent('download'), hand.press(kept.first())])
}
