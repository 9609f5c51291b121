import type { LinkProps } from 'react-router'
import { classes } from '../ui/classes.ts'
import { Link } from '../ui/link.tsx'
import style from './back-link.module.css'

/** Leads from a page back to the list that it was opened from. Its page gives it its place. */
export function BackLink({ className, ...link }: LinkProps) {
  return <Link {...link} className={classes(`small pad-3 ${style.back}`, className)} />
}
