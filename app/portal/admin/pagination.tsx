import { listPages } from '../../../rules/limits.ts'
import { Button } from '../../ui/button.tsx'
import style from './pagination.module.css'

type Props = {
  /** What the list contains, such as 'users'. */
  label: string
  page: number
  /** Entries on all pages. */
  total: number
  /** Entries on one page. */
  size: number
  addressOf: (page: number) => string
}

/** Links to the previous and next page of a long list. Renders nothing for a list of one page. */
export function Pagination({ label, page, total, size, addressOf }: Props) {
  const pages = Math.min(listPages, Math.max(1, Math.ceil(total / size)))
  if (pages === 1) return null
  return (
    <nav className={style.pages} aria-label={`Pages of ${label}`}>
      {page > 1 && page <= pages && (
        <Button size="small" to={addressOf(page - 1)}>
          Previous
        </Button>
      )}
      <p>
        Page {page} of {pages}
      </p>
      {page < pages && (
        <Button size="small" to={addressOf(page + 1)}>
          Next
        </Button>
      )}
    </nav>
  )
}
