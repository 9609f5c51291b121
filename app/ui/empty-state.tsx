import type { ReactNode } from 'react'
import style from './empty-state.module.css'

/** Where nothing is yet: a heading, what will appear here, and perhaps one way to begin. */
export function EmptyState({ title, children, action }: { title: string; children: ReactNode; action?: ReactNode }) {
  return (
    <div className={style.empty}>
      <h3>{title}</h3>
      <p>{children}</p>
      {action && <div>{action}</div>}
    </div>
  )
}
