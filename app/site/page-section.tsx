import type { ReactNode } from 'react'
import { classes } from '../ui/classes.ts'
import style from './page-section.module.css'

type Props = {
  /** Part of the address, and what names the part for a screen reader. */
  id: string
  heading: string
  /** Stands under the heading, beside the text. */
  aside?: ReactNode
  /** The text takes the whole width, below the heading. */
  broad?: boolean
  className?: string
  children: ReactNode
}

/** A part of a page: a double hairline, the heading in the left columns, what it says in the right ones. */
export function PageSection({ id, heading, aside, broad, className, children }: Props) {
  return (
    <section className={classes('wrap', className)} aria-labelledby={id}>
      <div className={classes('columns', style.section, broad && style.broad)}>
        <div className={style.heading}>
          <h2 id={id}>{heading}</h2>
          {aside}
        </div>
        <div className={style.text}>{children}</div>
      </div>
    </section>
  )
}
