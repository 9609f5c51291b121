import type { ReactNode } from 'react'
import { classes } from '../shell/ui/classes.ts'
import style from './page-section.module.css'

type Props = {
  /** The id of the heading: links can point to it, and it names the section for screen readers. */
  id: string
  heading: string
  /** Shown below the heading, beside the text. */
  aside?: ReactNode
  /** The text is below the heading and takes the full width. */
  broad?: boolean
  className?: string
  children: ReactNode
}

/** A section of a page: a double hairline, the heading in the left columns, the text in the right ones. */
export function PageSection({ id, heading, aside, broad, className, children }: Props) {
  return (
    <section className={classes('wrap', className)} aria-labelledby={id}>
      <div className={classes('columns', style.section, broad && style.broad)}>
        <div className={classes(style.heading, !broad && 'first-5')}>
          <h2 id={id}>{heading}</h2>
          {aside}
        </div>
        <div className={classes(style.text, !broad && 'from-6')}>{children}</div>
      </div>
    </section>
  )
}
