import type { ComponentProps, ReactNode } from 'react'
import { href } from 'react-router'
import type { MadeFile } from '../../../server/http/made-file.ts'
import {
  AdminList,
  type AdminListProps,
  ExportCsv,
  Filters,
  Rows,
  type RowsProps,
} from '../../shell/office/admin-list.tsx'
import { defineTable, type TableColumn } from '../../shell/office/define-table.ts'
import rows from '../../shell/office/rows.module.css'
import { ChoiceField } from '../../shell/office/search-form.tsx'
import type { Asking } from '../../shell/portal/list-page.tsx'
import { classes } from '../../shell/ui/classes.ts'
import { PrintButton } from '../../shell/ui/print-button.tsx'
import type { Tables } from '../server/register-export.ts'
import style from './register.module.css'

type Exported<Row> = Promise<MadeFile<AsyncIterable<readonly Row[]>>>

interface Described<Row, Requested> {
  /** Of its page. */
  at: string
  /** The file's name, without date and extension; with the day or period of a report that isn't today's. */
  saved: string | ((requested: Requested) => string)
  /** @returns the query in an address, as the file's operation takes it */
  requested: (query: URLSearchParams) => Requested
  /** Calls the operation that exports the rows. */
  rows: (asking: Asking, requested: Requested) => Exported<Row>
  columns: readonly TableColumn<Row>[]
  /** Headings of the file's columns of cents that are added up in its last line. */
  totals?: readonly string[]
}

/** A report of the office: its address, query, columns and file. */
export type Report<Row, Requested> = ReturnType<typeof describeReport<Row, Requested>>

/** @param file of the address of its CSV file, without extension */
export function describeReport<Row, Requested>(file: string, { columns, ...described }: Described<Row, Requested>) {
  return { file: `${file}.csv`, ...described, ...defineTable<Row>(columns) }
}

/** A row of a report; with `today` where a page says what is overdue. */
export type RowOf<Name extends keyof Tables> = Tables[Name]['row'] & { today?: string }

/** A report that `exportRegister` saves, by its name there. */
export function defineReport<Name extends keyof Tables & string>(
  name: Name,
  described: Omit<Described<RowOf<Name>, Tables[Name]['requested']>, 'rows'>,
) {
  return describeReport<RowOf<Name>, Tables[Name]['requested']>(name, {
    ...described,
    rows: ({ actor, operations }, requested) =>
      operations.exportRegister(actor, name, requested) as Exported<RowOf<Name>>,
  })
}

interface DescribedArchives<Row> extends Pick<Described<Row, never>, 'at' | 'columns'> {
  /** The field of a link that says which archive. */
  by: string
  /** Calls the operation that makes it. */
  open: (
    asking: Asking,
    which: string,
    query: URLSearchParams,
  ) => Promise<{ name: string; archive: MadeFile<ReadableStream<Uint8Array>> }>
}

/**
 * A report that is saved as archives for other programs.
 * @param file of the archives' address, without extension
 */
export function describeArchives<Row>(file: string, { columns, ...described }: DescribedArchives<Row>) {
  return { file: `${file}.zip`, ...described, ...defineTable<Row>(columns) }
}

interface ReportPageProps extends Omit<AdminListProps, 'at'> {
  of: Pick<Report<never, never>, 'at' | 'file'>
  /** Whether there is nothing to print or save. */
  isEmpty: boolean
  filters?: ReactNode
  /** What the fields have, where that isn't the address's query. */
  values?: ComponentProps<typeof Filters>['values']
  /** The name of the fields, if not the title. */
  label?: string
  /** Tools before those that print and save. */
  first?: ReactNode
}

/** The page of a report: its fields, the buttons to print and save it, and its content. */
export function ReportPage({
  of: { at, file },
  isEmpty,
  filters,
  values,
  label,
  first,
  tools,
  ...list
}: ReportPageProps) {
  const { children, ...page } = list
  const all = (first || !isEmpty || tools) && (
    <>
      {first}
      {!isEmpty && <PrintButton />}
      {!isEmpty && file.endsWith('.csv') && <ExportCsv at={fileOf(file)} />}
      {tools}
    </>
  )
  return (
    <AdminList className={style.page} at={at} tools={all} {...page}>
      {filters && (
        <Filters className={style.search} {...(values && { values })} {...(label && { label })} data-print="no">
          {filters}
        </Filters>
      )}
      {children}
    </AdminList>
  )
}

/** @returns the address of a report's file */
export function fileOf(file: string): string {
  return href('/profile/register/:file', { file })
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
