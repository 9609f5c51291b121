import { FormattedDate } from '../../ui/formatted-date.tsx'
import style from './foot.module.css'

/** As of when a page's figures are, and what "paid" means. */
export function Foot({ asOf }: { asOf: Date }) {
  return (
    <footer className={`quiet double-above ${style.foot}`}>
      As of <FormattedDate date={asOf} time />. A payment is shown as paid once the fund has recorded it.
    </footer>
  )
}
