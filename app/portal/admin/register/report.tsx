import type { ComponentProps, ReactNode } from 'react'
import { href } from 'react-router'
import type { Tables } from '../../../../server/register/register-export.ts'
import { classes } from '../../../ui/classes.ts'
import { PrintButton } from '../../../ui/print-button.tsx'
import { AdminList, type AdminListProps, ExportCsv, Filters, Rows, type RowsProps } from '../admin-list.tsx'
import { defineTable, type TableColumn } from '../define-table.ts'
import rows from '../rows.module.css'
import { ChoiceField } from '../search-form.tsx'
import style from './register.module.css'

interface Described<Row, Requested> {
  /** Of its page. */
  at: string
  /** The file's name, without date and extension. Of what isn't today's, with what it is of. */
  saved: string | ((requested: Requested) => string)
  /** @returns what an address asks for, as the file's operation wants it */
  requested: (query: URLSearchParams) => Requested
  columns: readonly TableColumn<Row>[]
  /** Headings of the file's columns of cents that are added up in its last line. */
  totals?: readonly string[]
}

/** A table of the office's reports: where it is, what it is asked for, its columns and its file. */
export type Report<Row, Requested> = ReturnType<typeof describeReport<Row, Requested>>

/** @param file of the address of its CSV file, without extension */
export function describeReport<Row, Requested>(file: string, { columns, ...described }: Described<Row, Requested>) {
  return { file, ...described, ...defineTable<Row>(columns) }
}

/** A row of a report; with `today` where a page says what is overdue. */
export type RowOf<Name extends keyof Tables> = Tables[Name]['row'] & { today?: string }

/** A report that `exportRegister` saves, by its name there. */
export function defineReport<Name extends keyof Tables & string>(
  name: Name,
  described: Described<RowOf<Name>, Tables[Name]['requested']>,
) {
  return { ...describeReport<RowOf<Name>, Tables[Name]['requested']>(name, described), name }
}

interface ReportPageProps extends Omit<AdminListProps, 'at'> {
  of: Pick<Report<never, never>, 'at'> & { file?: string }
  /** Whether there is nothing to print or save. */
  isEmpty: boolean
  filters?: ReactNode
  /** What the fields have, where that isn't the address's query. */
  values?: ComponentProps<typeof Filters>['values']
}

/** The page of a report: its fields, what prints and saves it, and what stands within it. */
export function ReportPage({ of: { at, file }, isEmpty, filters, values, tools, children, ...list }: ReportPageProps) {
  const all = isEmpty ? (
    tools
  ) : (
    <>
      <PrintButton />
      {file && <ExportCsv at={fileOf(file)} />}
      {tools}
    </>
  )
  return (
    <AdminList className={style.page} at={at} tools={all} {...list}>
      {filters && (
        <Filters className={style.search} {...(values && { values })} data-print="no">
          {filters}
        </Filters>
      )}
      {children}
    </AdminList>
  )
}

/** @returns the address of a report's file */
export function fileOf(file: string): string {
  return href('/profile/register/:file', { file: `${file}.csv` })
}

/** The rows of a report. */
export function ReportRows<Row extends object>(props: RowsProps<Row>) {
  return <Rows className={classes(style.list, rows.rows)} {...props} />
}

/** Chooses one of the years that there is something of. */
export function YearField({ year, years }: { year: number; years: readonly number[] }) {
  const choices = [...new Set([year, ...years])].toSorted((one, other) => other - one).map(String)
  return <ChoiceField label="Year" name="year" options={choices} />
}
