import type { ReactNode } from 'react'
import style from './empty-state.module.css'

type Props = {
  title: string
  children: ReactNode
  /** One way to begin. */
  action?: ReactNode
  /** Level of the heading, one below what it stands under. */
  level?: 2 | 3
}

/** Where nothing is yet: a heading, what will appear here, and perhaps one way to begin. */
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
