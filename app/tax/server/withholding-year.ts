import { type RawBuilder, sql } from 'kysely'
import { sumCents } from '../../../rules/money.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { requireAdministrator } from '../../../server/access/roles.ts'
import { toCents } from '../../../server/database/cents.ts'
import { prepared } from '../../../server/database/prepared.ts'
import { readAs } from '../../../server/database/read-as.ts'
import { type ExportedRows, exportRows, inOneBatch } from '../../audit/server/export-rows.ts'
import { taxWithheld } from '../../ledger/ledger-accounts.ts'
import { type DayAmount, type Form945, form945, hasNextDayDeposit } from '../withholding.ts'

/** A payee with tax withheld in a year, by the ledger or by the form. Cents. */
export interface WithheldPayee {
  holderId: string
  number: string
  name: string
  /** Interest paid, before withholding, less what came back. */
  interest: bigint
  withheld: bigint
  /** Box 4 of the form in force; null where there is none yet. */
  boxFour: bigint | null
}

/** A deposit with the IRS. Days are 'YYYY-MM-DD'. */
export interface Deposit {
  entryId: string
  day: string
  /** In cents. */
  cents: bigint
  reference: string
  isReversed: boolean
  /** A request to reverse it is pending approval. */
  isRequested: boolean
}

/** A year's withholding. */
export interface WithholdingYear {
  form: Form945
  payees: WithheldPayee[]
  /** Oldest first. */
  deposits: Deposit[]
  /** Deposits for the year that are pending approval, in cents. */
  pending: bigint
  /** Years with anything withheld, deposited or paid, newest first. */
  years: number[]
}

export interface LiabilityRow {
  year: number
  day: string
  cents: string
}

/** What was withheld by day, from two years before a year on: what came back takes off the day on which it did. */
export const withheldByDay = (year: RawBuilder<unknown>) => sql<LiabilityRow>`
  select extract(year from e.relates_to)::int as year, e.relates_to::text as day, sum(l.credit_cents - l.debit_cents)::text as cents
  from ledger_lines l
    -- Lateral, and not flattened: the lines are few, and each entry is found by its key.
    cross join lateral (select relates_to from ledger_entries where id = l.entry_id offset 0) e
  where l.account = ${sql.lit(taxWithheld)} and l.note_id is not null
    and e.relates_to between make_date(${year} - 2, 1, 1) and make_date(${year}, 12, 31)
  group by e.relates_to having sum(l.credit_cents - l.debit_cents) <> 0 order by e.relates_to`

const liabilitiesOf = prepared('withheld_by_day', (_, year: number) => withheldByDay(sql`${year}::integer`))

export interface DepositRow {
  id: string
  day: string
  cents: string
  reference: string | null
  reversed: boolean
  requested: boolean
}

/** Deposits for a year. */
export const depositsFor = (year: RawBuilder<unknown>) => sql<DepositRow>`
  select e.id, e.relates_to::text as day, l.debit_cents::text as cents, e.reference,
    exists (select from ledger_entries r where r.reverses = e.id) as reversed,
    exists (select from approvals a where a.kind = 'tax.deposit_reverse' and a.subject_id = e.id and a.decision is null) as requested
  from ledger_entries e join ledger_lines l on l.entry_id = e.id and l.account = ${sql.lit(taxWithheld)}
  where e.kind = 'tax_deposit' and split_part(e.idempotency_key, ':', 2)::integer = ${year} order by e.relates_to, e.seq`

const depositsOf = prepared('tax_deposits', (_, year: number) => depositsFor(sql`${year}::integer`))

const pendingDeposits = prepared(
  'pending_tax_deposits',
  (_, year: number) => sql<{ cents: string }>`
    select coalesce(sum((a.content ->> 'cents')::bigint), 0)::text as cents from approvals a
    where a.kind = 'tax.deposit' and a.decision is null and (a.content ->> 'year')::integer = ${year}`,
)

interface PayeeRow {
  id: string
  number: string
  name: string
  interest: string
  withheld: string
  boxFour: string | null
}

const payeesOf = prepared(
  'withheld_payees',
  (_, year: number) => sql<PayeeRow>`
    select f.holder_id as id, f.number, f.name, f.paid_cents::text as interest, f.withheld_cents::text as withheld,
      f.form_withheld_cents::text as "boxFour"
    from app.tax_figures(${year}::integer, null) f
    where f.withheld_cents <> 0 or coalesce(f.form_withheld_cents, 0) <> 0 order by f.number`,
)

const yearsWithPayments = prepared(
  'years_with_payments',
  () => sql<{ first: number | null; last: number | null }>`
    select extract(year from min(e.relates_to))::int as first, extract(year from max(e.relates_to))::int as last
    from ledger_entries e where e.kind = 'payment'`,
)

/** @returns a year's Form 945, by what was withheld and deposited */
export function toForm945(
  year: number,
  liabilities: readonly LiabilityRow[],
  deposits: readonly Pick<DepositRow, 'day' | 'cents' | 'reversed'>[],
): Form945 {
  const of = (wanted: number): DayAmount[] =>
    liabilities.filter(row => row.year === wanted).map(({ day, cents }) => ({ day, cents: toCents(cents) }))
  return form945(year, {
    liabilities: of(year),
    deposits: deposits.filter(({ reversed }) => !reversed).map(({ day, cents }) => ({ day, cents: toCents(cents) })),
    lookback: sumCents(of(year - 2).map(({ cents }) => cents)),
    hadNextDay: hasNextDayDeposit(of(year - 1), sumCents(of(year - 2).map(({ cents }) => cents))),
  })
}

/** @returns what was withheld of a year's payments, by payee and by month, and what of it was deposited */
export async function getWithholding(actor: Actor, year: number): Promise<WithholdingYear> {
  requireAdministrator(actor)
  const [liabilities, deposits, payees, [pending], [range]] = await readAs(
    actor,
    liabilitiesOf(year),
    depositsOf(year),
    payeesOf(year),
    pendingDeposits(year),
    yearsWithPayments(),
  )
  const last = Math.max(range?.last ?? year, year)
  const first = Math.min(range?.first ?? year, year)
  return {
    form: toForm945(year, liabilities, deposits),
    payees: payees.map(({ id, interest, withheld, boxFour, ...row }) => ({
      ...row,
      holderId: id,
      interest: toCents(interest),
      withheld: toCents(withheld),
      boxFour: boxFour === null ? null : toCents(boxFour),
    })),
    deposits: deposits.map(({ id, cents, reference, reversed, requested, ...row }) => ({
      ...{ entryId: id, day: row.day, cents: toCents(cents), reference: reference ?? '' },
      ...{ isReversed: reversed, isRequested: requested },
    })),
    pending: toCents(pending?.cents ?? 0),
    years: Array.from({ length: last - first + 1 }, (_, at) => last - at),
  }
}

/** Exports a year's payees with tax withheld. */
export async function exportWithholding(
  actor: Actor,
  { year }: { year: number },
): Promise<ExportedRows<WithheldPayee>> {
  return exportRows(actor, 'register.exported', async () => {
    const { payees } = await getWithholding(actor, year)
    return { rows: inOneBatch(payees), details: { file: 'tax-withheld', year } }
  })
}
