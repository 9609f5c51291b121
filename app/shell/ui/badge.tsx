import type { ReactNode } from 'react'
import style from './badge.module.css'
import { classes } from './classes.ts'

/**
 * A short label beside a name: `plain` for a role, `warning` for a state that needs attention, `danger` for a failure.
 */
export function Badge({ tone = 'plain', children }: { tone?: 'plain' | 'warning' | 'danger'; children: ReactNode }) {
  return <span className={classes(style.badge, style[tone])}>{children}</span>
}
