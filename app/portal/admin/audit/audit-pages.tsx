import { Button } from '../../../ui/button.tsx'
import style from './audit-page.module.css'

type Props = {
  label: string
  /** The entry before which the next page begins; undefined on the last page. */
  older: number | undefined
  isNewest: boolean
  /** @param before as in `firstEntry` */
  addressOf: (before?: number) => string
}

/** Links to the newest and to older entries, where there are any. */
export function AuditPages({ label, older, isNewest, addressOf }: Props) {
  if (older === undefined && isNewest) return null
  return (
    <nav className={style.pages} aria-label={label}>
      {!isNewest && (
        <Button size="small" to={addressOf()}>
          Newest
        </Button>
      )}
      {older !== undefined && (
        <Button size="small" to={addressOf(older)}>
          Older
        </Button>
      )}
    </nav>
  )
}
