import { href, useLocation } from 'react-router'
import { callPath } from '../../../content/calls-offered.ts'
import { withQuery } from '../../../rules/url.ts'
import { useHydrated } from '../hydrated.ts'
import { Link, MenuLink } from '../ui/link.tsx'
import style from './phone-bar.module.css'

/** Icons by these names are in phone-bar.module.css. */
type Entry = {
  icon: 'home' | 'notes' | 'documents' | 'messages' | 'call' | 'admin' | 'settings'
  label: string
  to: string
}

type Props = {
  isAdmin: boolean
  /** Member of a holder with notes. */
  isMember?: boolean | undefined
  /** The person whose documents an administrator manages (id). */
  managed?: string
  /** The number of conversations with new messages. */
  unread?: number
  /** In the portal, the entry that leads to this page, or the name of a page outside the bar. */
  current?: string
}

/** The bottom bar on a phone for signed-in people: four links, always within reach of a thumb. */
export default function PhoneBar({ isAdmin, isMember = false, managed, unread = 0, current }: Props) {
  const { hash, search, state } = useLocation()
  // Only the browser knows the address's hash, and that a search was cleared.
  const isAtDocuments = (useHydrated() && (hash === documentsHash || state?.fromFilters)) || isListed.test(search)
  const entries = isAdmin ? officeEntries(managed) : investorEntries(isMember)
  const here = current === 'home' && (isAdmin || isAtDocuments) ? 'documents' : current
  // Outside the portal there are no tabs, and the address determines the entry.
  const Way = current ? Link : MenuLink
  return (
    <nav className={style.bar} aria-label="Shortcuts" data-print="no">
      {entries.map(({ icon, label, to }) => (
        <Way key={label} to={to} aria-current={!current || icon === here ? 'page' : undefined} data-icon={icon}>
          {label}
          {icon === 'messages' && unread > 0 && (
            <span className={style.unread}>
              {unread}
              <span className="visually-hidden"> new</span>
            </span>
          )}
        </Way>
      ))}
    </nav>
  )
}

/** The list of documents is below the home, on the same page. */
const documentsHash = '#documents'
/** An address of that list, or of a document in it: neither `?holder=` nor `?later` alone. */
const isListed = /^\?[^hl]/

function investorEntries(isMember: boolean): Entry[] {
  const entries: Entry[] = [
    { icon: 'home', label: 'Home', to: href('/profile') },
    { icon: 'documents', label: 'Documents', to: href('/profile') + documentsHash },
    { icon: 'messages', label: 'Messages', to: href('/profile/messages') },
  ]
  if (isMember) entries.splice(1, 0, { icon: 'notes', label: 'Notes', to: href('/profile/notes') })
  else entries.push({ icon: 'call', label: 'Call', to: callPath })
  return entries
}

function officeEntries(managed: string | undefined): Entry[] {
  return [
    { icon: 'documents', label: 'Documents', to: href('/profile') },
    { icon: 'messages', label: 'Messages', to: href('/profile/admin/messages') },
    { icon: 'admin', label: 'Admin', to: withQuery(href('/profile/admin'), { user: managed }) },
    { icon: 'settings', label: 'Settings', to: withQuery(href('/profile/settings'), { user: managed }) },
  ]
}
