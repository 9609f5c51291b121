import { sql, type Transaction } from 'kysely'
import { tax } from '../../../content/tax.ts'
import { toCents } from '../../../server/database/cents.ts'
import { prepared } from '../../../server/database/prepared.ts'
import type { Database } from '../../../server/database/types.ts'
import type { HolderKind } from '../../holders/holders.ts'
import { type FormMismatch, mismatchOf } from '../mismatch.ts'
import type { Classification, ExemptCode, TaxForm } from '../profile.ts'
import type { TaxRun } from './tax-runs.ts'

/** A payee with a form that differs from the ledger, once the year's forms are furnished. */
export interface ListedMismatch extends FormMismatch {
  holderId: string
  holderNumber: string
  name: string
  /** The run in which its form is being prepared. */
  correctionId: string | null
}

interface Row {
  holderId: string
  holderNumber: string
  name: string
  kind: HolderKind
  form: TaxForm | null
  classification: Classification | null
  exemptCode: ExemptCode | null
  paid: string
  withheld: string
  /** Null where it has no form in force. */
  formPaid: string | null
  formWithheld: string | null
  correctionId: string | null
}

/** Columns of `app.tax_figures f`, and of `app.changed_tax_figures f`. */
const columns = sql`f.holder_id as "holderId", f.number as "holderNumber", f.name, f.kind, f.form, f.classification,
  f.exempt_code as "exemptCode", f.paid_cents::text as paid, f.withheld_cents::text as withheld,
  f.form_cents::text as "formPaid", f.form_withheld_cents::text as "formWithheld", f.correction_id as "correctionId"`

/**
 * @param tx of an administrator, or of a person who carries out an approved filing
 * @param run that is furnished
 * @returns payees with a form in force that differs from the ledger, by the holder's number: of a year's run all of the
 *   year, of a correction its holder alone
 */
export async function findMismatches(
  tx: Transaction<Database>,
  { year, holder_id }: Pick<TaxRun, 'year' | 'holder_id'>,
): Promise<ListedMismatch[]> {
  const holders = holder_id ? [holder_id] : null
  const { rows } =
    await sql<Row>`select ${columns} from app.tax_figures(${year}::integer, ${holders}::uuid[]) f`.execute(tx)
  return rows.flatMap(row => toMismatch(row, year))
}

/** A year with such payees. */
export interface MismatchedYear {
  year: number
  /** The year's run, which leads to the corrections. */
  runId: string
  payees: ListedMismatch[]
}

/** Possible differences in all years with furnished forms, for administrators: see `toMismatchedYears`. */
export const changedTaxFigures = prepared(
  'changed_tax_figures',
  () => sql<Row & { year: number; runId: string }>`select f.year, f.run_id as "runId", ${columns}
    from app.changed_tax_figures() f`,
)

/** @returns the years in which a form and the ledger differ, the newest first */
export function toMismatchedYears(rows: readonly (Row & { year: number; runId: string })[]): MismatchedYear[] {
  return [...Map.groupBy(rows, ({ runId }) => runId)].flatMap(([runId, of]) => {
    const year = of[0]?.year ?? 0
    const payees = of.flatMap(row => toMismatch(row, year))
    return payees.length > 0 ? [{ year, runId, payees }] : []
  })
}

function toMismatch(row: Row, year: number): ListedMismatch[] {
  const { holderId, holderNumber, name, kind, form, classification, exemptCode, correctionId } = row
  const payee = { kind, form, classification, exemptCode, net: toCents(row.paid), withheld: toCents(row.withheld) }
  const inForce =
    row.formPaid === null ? null : { interest: toCents(row.formPaid), withheld: toCents(row.formWithheld ?? 0) }
  const found = mismatchOf(payee, inForce, year, tax)
  return found ? [{ ...found, holderId, holderNumber, name, correctionId }] : []
}
