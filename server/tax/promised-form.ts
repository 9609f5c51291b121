import { sql } from 'kysely'
import type { PayeeOnFile } from '../../rules/tax/promised-form.ts'
import { toCents } from '../database/cents.ts'
import { prepared } from '../database/prepared.ts'

type Row = Omit<PayeeOnFile, 'withheld'> & { withheld: string }

/** What decides about a year's forms of the holders whose tax documents the reader may see; see `toPayee`. */
export const payeesOnFile = prepared(
  'payees_on_file',
  (_, year: number) => sql<Row>`select holder_id as "holderId", kind, form, classification, exempt_code as "exemptCode",
    withheld_cents::text as withheld from app.payees_on_file(${year}::integer)`,
)

/** @returns a row, for the rule */
export function toPayee({ withheld, ...row }: Row): PayeeOnFile {
  return { ...row, withheld: toCents(withheld) }
}
