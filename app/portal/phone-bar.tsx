import { href } from 'react-router'
import { withQuery } from '../../rules/url.ts'
import { Link, MenuLink } from '../ui/link.tsx'
import style from './phone-bar.module.css'

/** Icons are in phone-bar.module.css, by these names. */
type Entry = { icon: 'documents' | 'messages' | 'call' | 'admin' | 'settings'; label: string; to: string }

type Props = {
  isAdmin: boolean
  /** The person whose documents an administrator manages (id). */
  managed?: string
  /** How many conversations have something new. */
  unread?: number
  /** The tab that is selected. */
  current?: string
}

/** The bar at the bottom of a phone's window for people who are signed in: four ways, always within reach of a thumb. */
export default function PhoneBar({ isAdmin, managed, unread = 0, current }: Props) {
  const entries: Entry[] = [
    { icon: 'documents', label: 'Documents', to: href('/profile') },
    { icon: 'messages', label: 'Messages', to: isAdmin ? href('/profile/admin/messages') : href('/profile/messages') },
    isAdmin
      ? { icon: 'admin', label: 'Admin', to: withQuery(href('/profile/admin'), { user: managed }) }
      : { icon: 'call', label: 'Call', to: href('/phone-call-booking') },
    { icon: 'settings', label: 'Settings', to: withQuery(href('/profile/settings'), { user: managed }) },
  ]
  // Outside the portal there are no tabs, and an address says which one it is.
  const Way = current ? Link : MenuLink
  return (
    <nav className={style.bar} aria-label="Shortcuts" data-print="no">
      {entries.map(({ icon, label, to }) => (
        <Way key={label} to={to} aria-current={!current || icon === current ? 'page' : undefined} data-icon={icon}>
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
