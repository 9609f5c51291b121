import type { ReactNode } from 'react'
import style from './badge.module.css'
import { classes } from './classes.ts'

/** A word of state beside a name. `plain` is a role, `warning` a state that waits for someone, `danger` a failure. */
export function Badge({ tone = 'plain', children }: { tone?: 'plain' | 'warning' | 'danger'; children: ReactNode }) {
  return <span className={classes(style.badge, style[tone])}>{children}</span>
}
