import type { ReactNode } from 'react'
import { classes } from '../ui/classes.ts'
import style from './opening.module.css'

type Props = {
  heading: string
  lead: string
  children?: ReactNode
}

/** How a page begins: its heading across the left, and set off below it to the right what the page is about. */
export function Opening({ heading, lead, children }: Props) {
  return (
    <div className={classes('wrap', 'columns', style.opening)}>
      <h1>{heading}</h1>
      <div className={style.lead}>
        <p>{lead}</p>
        {children}
      </div>
    </div>
  )
}
