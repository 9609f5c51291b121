import type { ReactNode } from 'react'
import { href } from 'react-router'
import { classes } from '../ui/classes.ts'
import { EmailText } from '../ui/email-text.tsx'
import { Link } from '../ui/link.tsx'
import style from './person-link.module.css'
import rows from './rows.module.css'

/**
 * A person's name, linked to their page. It opens on their details, so the managed person doesn't change and no
 * confirmation is needed.
 */
export function PersonLink({ id, className, children }: { id: string; className?: string; children: ReactNode }) {
  return (
    <Link to={href('/profile/admin/people/:id/overview', { id })} className={classes(style.link, className)}>
      {children}
    </Link>
  )
}

interface PersonCellProps {
  /** Null for a person without an account. */
  id: string | null
  name: string | null
  email: string
  className?: string | undefined
}

/** A person in a table: the linked name, and below it the e-mail address; only the address if there is no name. */
export function PersonCell({ id, name, email, className }: PersonCellProps) {
  const address = <EmailText>{email}</EmailText>
  return (
    <span className={classes('breakable', rows.group, className)}>
      {id === null ? address : <PersonLink id={id}>{name || address}</PersonLink>}
      {id !== null && name && <span className="quiet regular">{address}</span>}
    </span>
  )
}
