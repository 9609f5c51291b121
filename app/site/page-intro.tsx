import type { ReactNode } from 'react'
import { classes } from '../shell/ui/classes.ts'
import style from './page-intro.module.css'

type Props = {
  heading: string
  lead: string
  children?: ReactNode
}

/** The top of a page: the heading at the left and, below it to the right, the lead. */
export function PageIntro({ heading, lead, children }: Props) {
  return (
    <div className={classes('wrap', 'columns', style.intro)}>
      <h1>{heading}</h1>
      <div className={`from-6 ${style.lead}`}>
        <p>{lead}</p>
        {children}
      </div>
    </div>
  )
}
