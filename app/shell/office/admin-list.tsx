import { createContext, type ReactNode, use } from 'react'
import { withQuery } from '../../../rules/url.ts'
import { ActionButtons } from '../actions/action-button.tsx'
import type { PlaceFields } from '../portal/list-place.ts'
import { Pagination, type PaginationProps } from '../portal/pagination.tsx'
import type { Refusal } from '../portal/refusal.ts'
import { Button } from '../ui/button.tsx'
import { classes } from '../ui/classes.ts'
import { Link } from '../ui/link.tsx'
import { Notice, useNotice } from '../ui/notice.tsx'
import counted from './counted-page.module.css'
import { ListBody, type ListBodyProps } from './list-body.tsx'
import { ListHead } from './list-head.tsx'
import { SearchForm, type SearchFormProps } from './search-form.tsx'

interface Listed {
  title: string
  /** The list's address. */
  at: string
  /** The fields of its query that filter it, without the page number. */
  query: Record<string, string | undefined>
  loadError: Refusal | undefined
}

const ListContext = createContext<Listed>({ title: '', at: '', query: {}, loadError: undefined })

export type AdminListProps = Pick<Listed, 'title' | 'at'> &
  Partial<Omit<Listed, 'title' | 'at'>> & {
    /** The list that it is in, to which a link above its title leads. */
    up?: { to: string; label: string }
    /** How many entries there are. */
    count?: ReactNode
    /** Actions on the whole list. */
    tools?: ReactNode
    /** For a page with its own notice; forms within have theirs. */
    notice?: ReturnType<typeof useNotice>
    className?: string
    children: ReactNode
  }

/** An administrators' list: its title, length and tools. Components within it know its address. */
export function AdminList({ up, count, tools, notice, className, children, ...listed }: AdminListProps) {
  const { title, at, query = {}, loadError } = listed
  const own = useNotice()
  const { say, ...shown } = notice ?? own
  return (
    <ListContext value={{ title, at, query, loadError }}>
      <ActionButtons say={say}>
        <div className={classes(counted.page, className)}>
          {up && (
            <p className="small">
              <Link to={up.to}>{up.label}</Link>
            </p>
          )}
          <ListHead title={title} count={!loadError && count}>
            {tools}
          </ListHead>
          {children}
          <Notice {...shown} />
        </div>
      </ActionButtons>
    </ListContext>
  )
}

/** A link to the list as a file with the same rows. */
export function ExportCsv({ at }: { at: string }) {
  return (
    <Button size="small" href={withQuery(at, use(ListContext).query)}>
      Export CSV
    </Button>
  )
}

export function Filters(props: Partial<SearchFormProps> & Pick<SearchFormProps, 'children'>) {
  const { title, at, query } = use(ListContext)
  return <SearchForm label={title} action={at} values={query} {...props} />
}

type ListPages = Omit<PaginationProps, 'addressOf'> & {
  /** The field of the query that has the page's number, on a page with several lists. */
  field?: string
}

const addressOfPage =
  ({ at, query }: Listed, field: string | undefined) =>
  (place: PlaceFields) =>
    withQuery(at, { ...query, ...(field ? { [field]: place.page } : place) })

/** Links to the list's pages. */
export function Pages({ field, ...pages }: ListPages) {
  return <Pagination {...pages} addressOf={addressOfPage(use(ListContext), field)} />
}

export type RowsProps<Row> = Omit<ListBodyProps<Row>, 'caption' | 'pages'> & {
  caption?: string
  /** Replaces `empty` if the query filters the list; `all` links to the unfiltered list. */
  unmatched?: { title: string; text: ReactNode; all: string } | false
  pages?: ListPages
}

/** The list itself: a load error, its rows or the message without any, links to its pages. */
export function Rows<Row extends object>({ empty, unmatched, pages, ...body }: RowsProps<Row>) {
  const list = use(ListContext)
  const { title, at, query, loadError } = list
  const nothing = unmatched &&
    Object.values(query).some(Boolean) && {
      ...unmatched,
      action: (
        <Button size="small" to={at}>
          {unmatched.all}
        </Button>
      ),
    }
  return (
    <ListBody
      caption={title}
      loadError={loadError}
      empty={nothing || empty}
      {...(pages && { pages: { ...pages, addressOf: addressOfPage(list, pages.field) } })}
      {...body}
    />
  )
}
