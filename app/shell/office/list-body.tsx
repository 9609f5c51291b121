import type { ReactNode } from 'react'
import { LoadError } from '../portal/load-error.tsx'
import { Pagination, type PaginationProps } from '../portal/pagination.tsx'
import type { Refusal } from '../portal/refusal.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import type { LedgerProps } from '../ui/ledger.tsx'
import { StackedLedger } from '../ui/stacked-ledger.tsx'

export type ListBodyProps<Row> = Omit<LedgerProps<Row>, 'attributes' | 'rowKey'> & {
  rowKey?: (row: Row) => string
  loadError?: Refusal | undefined
  /** Shown for an empty list, or a filter without matches. */
  empty: { title: string; text: ReactNode; action?: ReactNode }
  /** For a list with several pages. */
  pages?: PaginationProps
  /** Shown above the rows, if any. */
  children?: ReactNode
}

/** An administrators' list below its tools: a load error, its rows or the message without any, its pages. */
export function ListBody<Row extends object>(props: ListBodyProps<Row>) {
  const { loadError, empty, pages, rowKey = idOf, children, ...ledger } = props
  return (
    <>
      <LoadError error={loadError} />
      {ledger.rows.length > 0 && (
        <>
          {children}
          <StackedLedger {...ledger} rowKey={rowKey} />
        </>
      )}
      {ledger.rows.length === 0 && !loadError && <Nothing empty={empty} pages={pages} />}
      {pages && <Pagination {...pages} />}
    </>
  )
}

function Nothing({ empty, pages }: { empty: ListBodyProps<object>['empty']; pages: PaginationProps | undefined }) {
  if (pages && (pages.total === undefined ? pages.page > 1 : pages.total > 0))
    return (
      <EmptyState
        title={`No more ${pages.label}`}
        level={2}
        action={
          <Button size="small" to={pages.addressOf({})}>
            First page
          </Button>
        }
      >
        There’s nothing on this page of the list.
      </EmptyState>
    )
  return (
    <EmptyState title={empty.title} level={2} action={empty.action}>
      {empty.text}
    </EmptyState>
  )
}

function idOf(row: object): string {
  return String((row as { id: unknown }).id)
}
