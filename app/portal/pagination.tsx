import { listPages } from '../../rules/limits.ts'
import { Button } from '../ui/button.tsx'
import { type PageEdges, type PlaceFields, writePlace } from './list-place.ts'
import style from './pagination.module.css'

export interface PaginationProps {
  /** What the list contains, such as 'users'. */
  label: string
  page: number
  /** Entries on all pages; at least, where there are `more`. Undefined where they aren't counted: then there is another page where there are `more`. */
  total?: number | undefined
  more?: boolean | undefined
  /** Entries on one page, where all are counted. */
  size?: number
  /**
   * Of the page's rows. Without them, pages are found by their number alone, and only so many can be opened; without the
   * first, no page leads to the one before it.
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
    <nav className={`cluster center gap-3-5 ${style.pages}`} aria-label={`Pages of ${label}`}>
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
