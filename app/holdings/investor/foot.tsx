import { FormattedDate } from '../../shell/ui/formatted-date.tsx'
import style from './foot.module.css'

/** The date of a page's figures, and the meaning of "paid". */
export function Foot({ asOf }: { asOf: Date }) {
  return (
    <footer className={`quiet double-above leading-5 pad-above-4 ${style.foot}`}>
      As of <FormattedDate date={asOf} time />. A payment is shown as paid once the fund has recorded it.
    </footer>
  )
}
