import type { ReactNode } from 'react'
import style from './empty-state.module.css'

type Props = {
  title: string
  children: ReactNode
  /** A button or link to get started. */
  action?: ReactNode
  /** Level of the heading, one below the heading before it. */
  level?: 2 | 3
}

/** Shown in place of an empty list: a heading, what will appear here, and optionally a way to start. */
export function EmptyState({ title, children, action, level = 2 }: Props) {
  const Heading = level === 2 ? 'h2' : 'h3'
  return (
    <div className={style.empty}>
      <Heading>{title}</Heading>
      <p>{children}</p>
      {action && <div>{action}</div>}
    </div>
  )
}
