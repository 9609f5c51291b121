import type { ReactNode } from 'react'
import { href } from 'react-router'
import { classes } from '../../ui/classes.ts'
import { Link } from '../../ui/link.tsx'
import style from './person-link.module.css'

/**
 * A person's name, which leads to their page. It opens with their details, so it changes nobody's choice of whose
 * documents to manage and needs no confirmation.
 */
export function PersonLink({ id, className, children }: { id: string; className?: string; children: ReactNode }) {
  return (
    <Link to={href('/profile/admin/people/:id/details', { id })} className={classes(style.link, className)}>
      {children}
    </Link>
  )
}
