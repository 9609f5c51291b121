import { type RawBuilder, type SqlBool, sql, type Transaction } from 'kysely'
import { tax } from '../../../content/tax.ts'
import { canTake, taxRunSteps } from '../../../rules/workflows.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { assertId } from '../../../server/access/ids.ts'
import { asAdministrator, readAsAdministrator } from '../../../server/access/roles.ts'
import { camelRow } from '../../../server/database/camel.ts'
import { toCents } from '../../../server/database/cents.ts'
import { prepared } from '../../../server/database/prepared.ts'
import type { Database } from '../../../server/database/types.ts'
import { fundDay } from '../../../server/platform/fund-day.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import type { HolderKind } from '../../holders/holders.ts'
import { type Runs, runsPage, toRuns } from '../../runs/server/runs-list.ts'
import { openDates } from '../compliance-dates.ts'
import {
  dueDays,
  irisForms,
  type LeftOutReason,
  ofYear,
  type PrintReason,
  type ReturnFlag,
  type ReturnProblem,
  type ReturnView,
  returnsPerPage,
  type TaxRunState,
} from '../form-1099-int.ts'
import { furnishCommand, recordFilingCommand } from '../run.commands.ts'
import type { TinKind } from '../tin.ts'
import { complianceYears, type ListedDate, toComplianceDates, unfiledForms } from './compliance-years.ts'
import { changedTaxFigures, findMismatches, type ListedMismatch, toMismatchedYears } from './form-mismatches.ts'
import { titleOf } from './furnish-forms.ts'
import { findStale, type TaxRun } from './tax-runs.ts'

/** A run in the list: what the forms and the ledger, and the law, ask for. */
export type ListedTaxRun = Runs<'tax'>['runs'][number] & {
  /** Of a year's run that is furnished: for how many payees of the year a form and the ledger differ. */
  mismatches: number
  /** Of the form of one payee that is furnished and isn't filed: by when, 'YYYY-MM-DD'. */
  fileBy: string | null
}

/**
 * @param page from 0
 * @returns a page of the runs, newest first, the years whose forms can be begun, and by when the law asks for what
 */
export async function getTaxRuns(
  actor: Actor,
  page = 0,
): Promise<{ runs: ListedTaxRun[]; total: number; toBegin: number[]; dates: ListedDate[] }> {
  const today = fundDay()
  const thisYear = Number(today.slice(0, 4))
  const [rows, changed, years, unfiled, toBegin] = await readAsAdministrator(
    actor,
    runsPage(page, 'tax'),
    changedTaxFigures(),
    complianceYears(thisYear),
    unfiledForms(),
    yearsToBegin(thisYear),
  )
  const listed = toComplianceDates(years, unfiled, today)
  const toFile = new Map(listed.flatMap(({ key, runId, day }) => (key === 'unfiled' && runId ? [[runId, day]] : [])))
  const mismatched = new Map(toMismatchedYears(changed).map(({ runId, payees }) => [runId, payees.length]))
  const { runs, total } = toRuns<'tax'>(rows)
  return {
    runs: runs.map(run => ({
      ...run,
      mismatches: mismatched.get(run.id) ?? 0,
      fileBy: toFile.get(run.id) ?? null,
    })),
    total,
    toBegin: toBegin.map(({ year }) => year),
    dates: openDates(listed, today),
  }
}

/** The years before this one in which interest was paid and whose forms aren't begun, the newest first. */
const yearsToBegin = prepared(
  'tax_years_to_begin',
  (_, thisYear: number) => sql<{ year: number }>`select p.year
    from (select distinct extract(year from m.relates_to)::int as year from app.note_movements m where m.about = 'payment') p
    where p.year < ${thisYear} and not exists (select from tax_runs r where r.year = p.year and r.holder_id is null)
    order by p.year desc`,
)

/** A payee of a run. Cents. */
export interface ListedReturn {
  id: string
  holderId: string
  holderNumber: string
  name: string
  kind: HolderKind
  tin: { last4: string; kind: TinKind } | null
  leftOut: LeftOutReason | null
  problem: ReturnProblem | null
  flags: ReturnFlag[]
  interest: bigint
  withheld: bigint
  lastYear: bigint | null
  documentId: string | null
  delivery: 'portal' | 'paper' | null
  printReason: PrintReason | null
  printDue: string | null
  mailedOn: string | null
  /** Another form corrects it. */
  isCorrected: boolean
}

/** A run with its payees. */
export interface ShownTaxRun {
  id: string
  title: string
  year: number
  state: TaxRunState
  isPrepared: boolean
  /** Some forms would say something else today: the holders' numbers. */
  stale: string[]
  problem: string | null
  reason: string | null
  /** It corrects a form that was furnished. */
  isCorrection: boolean
  /** The holder that it is of, alone. */
  holderNumber: string | null
  reviewedBy: string | null
  furnishedAt: Date | null
  filedOn: string | null
  receipt: string | null
  /** Why it was filed although a form and the ledger differed. */
  differsBecause: string | null
  /**
   * Payees with a form in force that differs from the ledger, once it is furnished: of a correction, its holder alone.
   */
  mismatches: ListedMismatch[]
  /** A second person was asked. */
  pending: { kind: 'furnish' | 'file'; isOwn: boolean } | null
  due: { furnish: string; file: string }
  threshold: { cents: bigint; source: string; isVerified: boolean }
  forms: number
  leftOut: number
  interest: bigint
  withheld: bigint
  /** How many of the payees have each flag. */
  flags: Partial<Record<ReturnFlag, number>>
  /** Files for the IRS. */
  parts: number
}

const inView: Record<ReturnView, RawBuilder<SqlBool>> = {
  forms: sql`(t.document_id is not null or t.problem is not null or t.prepared_at is null)`,
  left_out: sql`t.left_out is not null`,
  flagged: sql`(t.flags <> '{}' or t.problem is not null)`,
}

/** @param page from 0, of the payees by the holder's number */
export async function getTaxRun(
  actor: Actor,
  runId: string,
  { view = 'forms', page = 0 }: { view?: ReturnView; page?: number } = {},
): Promise<{ run: ShownTaxRun; payees: ListedReturn[]; total: number }> {
  const id = assertId(runId)
  return asAdministrator(actor, async tx => {
    const run = await tx.selectFrom('tax_runs').selectAll().where('id', '=', id).executeTakeFirst()
    if (!run) throw new PortalError('NOT_FOUND')
    const { rows } = await sql<
      Omit<ListedReturn, 'interest' | 'withheld' | 'lastYear' | 'tin'> &
        Sums & { last4: string | null; tinKind: TinKind | null; lastYear: string | null }
    >`
      select t.id, t.holder_id as "holderId", h.number as "holderNumber", coalesce(t.name_line1, h.legal_name) as name, h.kind,
        t.tin_last4 as last4, t.tin_kind as "tinKind", t.left_out as "leftOut", t.problem, t.flags,
        coalesce(t.interest_cents, 0)::text as interest, coalesce(t.withheld_cents, 0)::text as withheld,
        t.last_year_cents::text as "lastYear", t.document_id as "documentId", t.delivery, t.paper_reason as "printReason",
        t.paper_due as "printDue", t.paper_sent_on as "mailedOn", t.corrected_at is not null as "isCorrected"
      from tax_returns t join holders h on h.id = t.holder_id where t.run_id = ${id} and ${inView[view]}
      order by h.number limit ${returnsPerPage} offset ${page * returnsPerPage}`.execute(tx)
    const count = await sql<{ total: number }>`select count(*)::int as total from tax_returns t
      where t.run_id = ${id} and ${inView[view]}`.execute(tx)
    const payees = rows.map(({ last4, tinKind, interest, withheld, lastYear, ...row }) => ({
      ...row,
      tin: last4 && tinKind ? { last4, kind: tinKind } : null,
      interest: toCents(interest),
      withheld: toCents(withheld),
      lastYear: lastYear === null ? null : toCents(lastYear),
    }))
    return { run: await toShown(tx, actor, run), payees, total: count.rows[0]?.total ?? 0 }
  })
}

interface Sums {
  interest: string
  withheld: string
}

async function toShown(tx: Transaction<Database>, actor: Actor, run: TaxRun): Promise<ShownTaxRun> {
  const { rows } = await sql<Sums & { forms: number; leftOut: number }>`
    select count(t.document_id)::int as forms, count(t.left_out)::int as "leftOut",
      coalesce(sum(t.interest_cents) filter (where t.document_id is not null), 0)::text as interest,
      coalesce(sum(t.withheld_cents) filter (where t.document_id is not null), 0)::text as withheld
    from tax_returns t where t.run_id = ${run.id}`.execute(tx)
  const flags = await sql<{ flag: ReturnFlag; payees: number }>`
    select f.flag, count(*)::int as payees from tax_returns t cross join unnest(t.flags) f (flag)
    where t.run_id = ${run.id} group by f.flag`.execute(tx)
  const holder = run.holder_id
    ? await tx.selectFrom('holders').select('number').where('id', '=', run.holder_id).executeTakeFirst()
    : undefined
  const reviewer = run.reviewed_by
    ? await tx
        .selectFrom('user_profiles')
        .select(['full_name', 'email'])
        .where('id', '=', run.reviewed_by)
        .executeTakeFirst()
    : undefined
  const [sums] = rows
  const { cents, source, isVerified } = ofYear(tax.threshold, run.year)
  const isPrepared = run.prepared_at !== null && run.prepared_at >= run.begun_at
  const isOpen = canTake(taxRunSteps.review, run.state) || canTake(taxRunSteps.furnish, run.state)
  const { id, year, state, problem, reason, furnishedAt, filedOn, receipt, differsBecause } = camelRow(run)
  return {
    ...{ id, year, state, problem, reason, furnishedAt, filedOn, receipt, differsBecause },
    title: await titleOf(tx, run),
    isPrepared,
    stale: isOpen && isPrepared ? (await findStale(tx, run)).slice(0, 20) : [],
    isCorrection: run.corrects !== null,
    holderNumber: holder?.number ?? null,
    reviewedBy: reviewer ? (reviewer.full_name ?? reviewer.email) : null,
    mismatches: isOpen ? [] : await findMismatches(tx, run),
    pending: await findRequest(tx, actor, run.id),
    due: dueDays(tax, run.year),
    threshold: { cents, source, isVerified },
    forms: sums?.forms ?? 0,
    leftOut: sums?.leftOut ?? 0,
    interest: toCents(sums?.interest ?? '0'),
    withheld: toCents(sums?.withheld ?? '0'),
    flags: Object.fromEntries(flags.rows.map(({ flag, payees }) => [flag, payees])),
    parts: run.corrects ? 0 : Math.ceil((sums?.forms ?? 0) / irisForms),
  }
}

async function findRequest(tx: Transaction<Database>, actor: Actor, runId: string): Promise<ShownTaxRun['pending']> {
  const requested = await tx
    .selectFrom('approvals')
    .select(['kind', 'asked_by'])
    .where('kind', 'in', [furnishCommand.name, recordFilingCommand.name])
    .where('subject_id', '=', runId)
    .where('decision', 'is', null)
    .executeTakeFirst()
  return requested
    ? { kind: requested.kind === furnishCommand.name ? 'furnish' : 'file', isOwn: requested.asked_by === actor.id }
    : null
}
