import { href, useRouteLoaderData } from 'react-router'
import type { Actor } from '../../../server/access/actor.ts'
import { useSession } from '../session.tsx'
import { MenuLink } from '../ui/link.tsx'
import style from './portal-links.module.css'

/** The portal's pages in a phone's menu, including those not in the bottom bar; the menu itself links to the first. */
export default function PortalLinks({ onFollow }: { onFollow: () => void }) {
  const { profile } = useSession()
  const me = useRouteLoaderData<{ me?: Actor }>('shell/portal/portal-layout')?.me
  const isAdmin = profile?.is_admin
  const links = [
    ...(profile?.is_member ? [{ label: 'Notes', to: href('/profile/notes') }] : []),
    { label: 'Messages', to: isAdmin ? href('/profile/admin/messages') : href('/profile/messages') },
    ...(profile?.is_member
      ? [
          { label: 'Signing', to: href('/profile/signing') },
          { label: 'Taxes', to: href('/profile/tax') },
          { label: 'Shared access', to: href('/profile/delegates') },
          { label: 'Accreditation', to: href('/profile/accreditation') },
        ]
      : []),
    { label: 'Settings', to: href('/profile/settings') },
    ...(isAdmin ? [{ label: 'Admin', to: href('/profile/admin/today') }] : []),
    ...(!isAdmin && me?.isApprover ? [{ label: 'Approvals', to: href('/profile/admin/approvals') }] : []),
  ]
  return (
    <nav aria-label="Your portal">
      <ul className={style.links}>
        {links.map(({ label, to }) => (
          <li key={to}>
            <MenuLink to={to} onClick={onFollow}>
              {label}
            </MenuLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
