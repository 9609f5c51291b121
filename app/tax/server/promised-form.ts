import { sql } from 'kysely'
import { toCents } from '../../../server/database/cents.ts'
import { prepared } from '../../../server/database/prepared.ts'
import type { PayeeOnFile } from '../promised-form.ts'

type Row = Omit<PayeeOnFile, 'withheld'> & { year: number; withheld: string }

/**
 * The facts that decide about the forms of each year from `first` to `last`, for holders with tax documents that the
 * reader may see; see `toPayee`.
 */
export const payeesOnFile = prepared(
  'payees_on_file',
  (_, first: number, last: number) => sql<Row>`select year, holder_id as "holderId", kind, form, classification,
    exempt_code as "exemptCode", withheld_cents::text as withheld
    from generate_series(${first}::integer, ${last}::integer) year, app.payees_on_file(year)`,
)

/** @returns a row, for the rule */
export function toPayee({ year: _, withheld, ...row }: Row): PayeeOnFile {
  return { ...row, withheld: toCents(withheld) }
}
