import { type ReactNode, useId } from 'react'
import style from './overview.module.css'

interface PanelProps {
  title: string
  /** A link to all of it, beside the title. */
  all?: ReactNode
  children: ReactNode
}

export function Panel({ title, all, children }: PanelProps) {
  const heading = useId()
  return (
    <section className={`stack top shrink gap-3 ${style.panel}`} aria-labelledby={heading}>
      <header className="cluster baseline apart gap-1-4 line-below">
        <h2 id={heading}>{title}</h2>
        {all}
      </header>
      {children}
    </section>
  )
}
