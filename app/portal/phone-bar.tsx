import { MenuLink } from '../ui/link.tsx'
import { home, settingsPage, withQuery } from './addresses.ts'
import style from './phone-bar.module.css'

/** Drawn in hairlines like the rest of the site, in a box of 20 by 20. */
const icons = {
  documents: 'M5 2.5h6.5l3.5 3.5v11.5h-10z M11.5 2.5v3.5h3.5 M7.5 10h5 M7.5 13.5h5',
  messages: 'M2.5 4.5h15v11h-15z M2.5 5l7.5 6l7.5-6',
  call: 'M4 2.5h3l1.5 4l-2 1.5c1 2.4 3 4.4 5.4 5.4l1.6-2l4 1.6v3c0 .9-.7 1.6-1.6 1.5c-7-.5-12.9-6.4-13.4-13.4c0-.9.6-1.6 1.5-1.6z',
  settings:
    'M2.5 6h7.5 M14 6h3.5 M2.5 14h3.5 M10 14h7.5 M12 4a2 2 0 1 0 0 4a2 2 0 1 0 0-4z M8 12a2 2 0 1 0 0 4a2 2 0 1 0 0-4z',
  admin: 'M3 17.5h14 M4.5 17.5v-8 M10 17.5v-8 M15.5 17.5v-8 M2.5 7.5l7.5-5l7.5 5z',
}

type Entry = { icon: keyof typeof icons; label: string; to: string }

type Props = {
  isAdmin: boolean
  /** The person whose documents an administrator manages (id). */
  managed?: string
  /** How many conversations have something new. */
  unread?: number
}

/** The bar at the bottom of a phone's window for people who are signed in: four ways, always within reach of a thumb. */
export default function PhoneBar({ isAdmin, managed, unread = 0 }: Props) {
  const entries: Entry[] = [
    { icon: 'documents', label: 'Documents', to: home },
    { icon: 'messages', label: 'Messages', to: isAdmin ? '/profile/admin/messages' : '/profile/messages' },
    isAdmin
      ? { icon: 'admin', label: 'Admin', to: withQuery('/profile/admin', { user: managed }) }
      : { icon: 'call', label: 'Call', to: '/phone-call-booking' },
    { icon: 'settings', label: 'Settings', to: withQuery(settingsPage, { user: managed }) },
  ]
  return (
    <nav className={style.bar} aria-label="Shortcuts" data-print="no">
      {entries.map(({ icon, label, to }) => (
        <MenuLink key={label} to={to} end={to === home}>
          <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
            <path d={icons[icon]} fill="none" stroke="currentColor" strokeWidth="1.3" strokeLinejoin="round" />
          </svg>
          {label}
          {icon === 'messages' && unread > 0 && (
            <span className={style.unread}>
              {unread}
              <span className="visually-hidden"> new</span>
            </span>
          )}
        </MenuLink>
      ))}
    </nav>
  )
}
