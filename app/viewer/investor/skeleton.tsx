import { classes } from '../../shell/ui/classes.ts'
import style from './skeleton.module.css'

/**
 * A placeholder in the shape of the content that is loading.
 * @param rows how many lines or ledger rows
 * @param kind `ledger` for ruled rows as high as a ledger's
 * @param label for screen readers
 */
export function Skeleton({
  rows = 3,
  kind = 'text',
  label = 'Loading...',
}: {
  rows?: number
  kind?: 'text' | 'ledger'
  label?: string
}) {
  return (
    <div role="status" className={classes(style.skeleton, style[kind])}>
      <span className="visually-hidden">{label}</span>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows of a skeleton are all alike and never move
        <div key={row} className={style.row} aria-hidden="true" />
      ))}
    </div>
  )
}
