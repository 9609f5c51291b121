import { listPages } from '../../../rules/limits.ts'
import { Button } from '../../ui/button.tsx'
import style from './pages.module.css'

type Props = {
  /** What is on them, such as 'users'. */
  label: string
  page: number
  /** Entries in all, and on one page. */
  total: number
  size: number
  addressOf: (page: number) => string
}

/** Leads from page to page of a long list. A list of one page draws nothing. */
export function Pages({ label, page, total, size, addressOf }: Props) {
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
