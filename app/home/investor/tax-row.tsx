import { href } from 'react-router'
import { taxPapers } from '../../../content/tax-papers.ts'
import { withQuery } from '../../../rules/url.ts'
import { titleOf } from '../../documents/documents.ts'
import type { HomeData } from '../../documents/investor/load-documents.ts'
import { Link } from '../../shell/ui/link.tsx'
import { WholeCodes } from '../../shell/ui/whole-codes.tsx'
import style from './tax-row.module.css'

export type TaxRowProps = { newest: HomeData['tax']; ahead: HomeData['taxAhead'] }

/** Always among a holder's documents: which tax document is the newest, and when the next form comes. */
export function TaxRow({ newest, ahead }: TaxRowProps) {
  if (!taxPapers) return null
  return (
    <div className={style.tax}>
      <p>
        <strong>Tax forms</strong>{' '}
        {newest ? (
          <>
            Latest:{' '}
            <Link to={withQuery(href('/profile'), { kind: 'tax' })} preventScrollReset viewTransition={false}>
              <WholeCodes>{titleOf(newest.filename)}</WholeCodes>
            </Link>
            .{' '}
          </>
        ) : (
          'None yet. '
        )}
        {ahead && <WholeCodes>{ahead}</WholeCodes>}
      </p>
      <ul>
        <li>
          <Link to={href('/profile/tax')}>
            <WholeCodes>W-9 and paperless delivery</WholeCodes>
          </Link>
        </li>
        <li>
          <Link to={withQuery(href('/profile/delegates'), { for: 'accountant' })}>Share with your accountant</Link>
        </li>
      </ul>
    </div>
  )
}
