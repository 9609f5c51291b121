import { listPages } from '../../../rules/limits.ts'
import { Button } from '../../ui/button.tsx'
import type { ListPlace, PageEdges } from './list-place.ts'
import style from './pagination.module.css'

type Props = {
  /** What the list contains, such as 'users'. */
  label: string
  page: number
  /** Entries on all pages; at least, where there are `more`. */
  total: number
  more?: boolean | undefined
  /** Entries on one page. */
  size: number
  /** Of the page's rows. Without them, pages are found by their number alone, and only so many can be opened. */
  edges?: PageEdges | undefined
  addressOf: (place: ListPlace) => string
}

/** Links to the previous and next page of a long list. Renders nothing for a list of one page. */
export function Pagination({ label, page, total, more = false, size, edges, addressOf }: Props) {
  const counted = Math.max(1, Math.ceil(total / size))
  const pages = edges ? counted : Math.min(listPages, counted)
  if (pages === 1 && !more) return null
  const hasNext = more ? edges !== undefined || page < listPages : page < pages
  return (
    <nav className={style.pages} aria-label={`Pages of ${label}`}>
      {page > 1 && (more || page <= pages) && (
        <Button size="small" to={addressOf({ page: page - 1, before: edges?.first })}>
          Previous
        </Button>
      )}
      <p>{more ? `Page ${page}` : `Page ${page} of ${pages}`}</p>
      {hasNext && (
        <Button size="small" to={addressOf({ page: page + 1, after: edges?.last })}>
          Next
        </Button>
      )}
    </nav>
  )
}
