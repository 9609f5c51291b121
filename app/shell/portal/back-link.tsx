import type { LinkProps } from 'react-router'
import { classes } from '../ui/classes.ts'
import { Link } from '../ui/link.tsx'
import style from './back-link.module.css'

/** Links back to the list that a page was opened from. The page may position it. */
export function BackLink({ className, ...link }: LinkProps) {
  return <Link {...link} className={classes(`small pad-3 ${style.back}`, className)} />
}
