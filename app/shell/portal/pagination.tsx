import { listPages } from '../../../rules/limits.ts'
import { Button } from '../ui/button.tsx'
import { type PageEdges, type PlaceFields, writePlace } from './list-place.ts'
import style from './pagination.module.css'

export interface PaginationProps {
  /** The list's entries, such as 'users'. */
  label: string
  page: number
  /** Entries on all pages; a minimum with `more`. Undefined if uncounted: `more` says if there is another page. */
  total?: number | undefined
  more?: boolean | undefined
  /** Entries on one page, if all are counted. */
  size?: number
  /**
   * The rows' edges. Without them, pages are found by number alone, and only a limited number can be opened; without
   * the first, there is no link to the previous page.
   */
  edges?: PageEdges | undefined
  /** @param place the fields of the query that lead to a page; the first one has none */
  addressOf: (place: PlaceFields) => string
}

/** Links to the previous and next page of a long list. Renders nothing for a list of one page. */
export function Pagination({ label, page, total, more = false, size = 1, edges, addressOf }: PaginationProps) {
  const counted = total === undefined ? page : Math.max(1, Math.ceil(total / size))
  const pages = edges ? counted : Math.min(listPages, counted)
  if (pages === 1 && !more) return null
  const hasNext = more ? edges !== undefined || page < listPages : page < pages
  const isOneWay = edges !== undefined && edges.first === undefined
  return (
    <nav className={style.pages} aria-label={`Pages of ${label}`}>
      {page > 1 && (more || page <= pages) && (
        <Button size="small" to={addressOf(isOneWay ? {} : writePlace({ page: page - 1, before: edges?.first }))}>
          {isOneWay ? 'First page' : 'Previous'}
        </Button>
      )}
      <p>{more ? `Page ${page}` : `Page ${page} of ${pages}`}</p>
      {hasNext && (
        <Button size="small" to={addressOf(writePlace({ page: page + 1, after: edges?.last }))}>
          Next
        </Button>
      )}
    </nav>
  )
}
