import type { ReactNode } from 'react'
import style from './pair.module.css'

/** Two fields beside each other, where there is room. */
export function Pair({ children }: { children: ReactNode }) {
  return <div className={style.pair}>{children}</div>
}
