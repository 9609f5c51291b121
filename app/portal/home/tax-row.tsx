import { href } from 'react-router'
import { taxPapers } from '../../../content/tax-papers.ts'
import { titleOf } from '../../../rules/documents.ts'
import { dayOf, formatDay, partsOf } from '../../../rules/notes/days.ts'
import { withQuery } from '../../../rules/url.ts'
import { Link } from '../../ui/link.tsx'
import type { HomeData } from '../documents/load-documents.ts'
import style from './tax-row.module.css'

export type TaxRowProps = { newest: HomeData['tax']; today: string }

/** Always among a holder's documents: which tax paper is the newest, or when the next one comes. */
export function TaxRow({ newest, today }: TaxRowProps) {
  if (!taxPapers) return null
  const { name, until } = taxPapers
  const { year } = partsOf(today)
  const thisYears = dayOf({ year, ...until })
  // Until its day, the paper about last year is what comes next, unless it is there.
  const isThere = newest !== undefined && newest.created_at >= new Date(`${year}-01-01`)
  const about = today <= thisYears && !isThere ? year - 1 : year
  const comes = `${about}: none yet. We send ${name} by ${formatDay(dayOf({ year: about + 1, ...until }))}.`
  return (
    <p className={style.tax}>
      <strong>Tax papers</strong> {comes}
      {newest && (
        <>
          {' '}
          <Link to={withQuery(href('/profile'), { kind: 'tax' })} preventScrollReset viewTransition={false}>
            {titleOf(newest.filename)}
          </Link>{' '}
          is the newest.
        </>
      )}{' '}
      <Link to={href('/profile/tax')}>Your tax form, and how papers come</Link>{' '}
      <Link to={href('/profile/delegates')}>Let your accountant look</Link>
    </p>
  )
}
