import { type ReactNode, useId } from 'react'
import style from './progress.module.css'

/**
 * A progress bar.
 * @param value percent, 0 to 100
 * @param hideLabel only screen readers get the label
 */
export function Progress({ label, value, hideLabel }: { label: ReactNode; value: number; hideLabel?: boolean }) {
  const id = useId()
  const percent = Math.round(value)
  return (
    <div className={style.progress}>
      <label htmlFor={id} className={hideLabel ? 'visually-hidden' : undefined}>
        {label}
      </label>
      <span className={style.figure} aria-hidden="true">
        {percent}%
      </span>
      <progress id={id} max={100} value={percent} />
    </div>
  )
}
