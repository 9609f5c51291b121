import { useLocation } from 'react-router'
import { withQuery } from '../../../rules/url.ts'
import type { Actor } from '../../../server/access/actor.ts'
import type { Accounts } from '../../holders/server/accounts.ts'
import { allAccounts } from '../../people/accounts.ts'
import { Link } from '../ui/link.tsx'
import style from './account-switcher.module.css'

/** Pages about accounts, and whether they can show all of them at once. */
const pages: [address: RegExp, hasAll: boolean][] = [
  [/^\/profile(\/notes|\/delegates|\/year\/\d+)?\/?$/, true],
  [/^\/profile\/(tax|accreditation)\/?$/, false],
]

export type AccountSwitcherProps = Accounts & { me: Actor }

/** Chooses the account shown on this page and the next ones, for members of several holders. */
export default function AccountSwitcher({ accounts, chosen, me }: AccountSwitcherProps) {
  const { pathname, search } = useLocation()
  const [, hasAll] = pages.find(([address]) => address.test(pathname)) ?? []
  // A verification in progress stays with its holder.
  if (/[?&]step=(?!who)/.test(search)) return null
  // Administrators' first page shows their own documents, as managed ones.
  const isList = /^\/profile\/?$/.test(pathname)
  if (hasAll === undefined || (me.isAdmin && isList)) return null
  const links = hasAll ? [...accounts, { id: allAccounts, name: 'All' }] : accounts
  const current = links.find(({ id }) => id === chosen) ?? links[0]
  const addedTo = accounts.find(({ isPerson }) => isPerson) ?? { id: allAccounts, name: 'All' }
  return (
    <nav className={style.accounts} aria-label="Account" data-print="no">
      {links.map(link => (
        <Link
          key={link.id}
          to={withQuery(pathname, { holder: link.id })}
          aria-current={link === current || undefined}
          preventScrollReset
          viewTransition={false}
        >
          {link.name}
        </Link>
      ))}
      {isList && ![allAccounts, addedTo.id].includes(chosen) && (
        <p>Files that you add are listed under {addedTo.name}.</p>
      )}
    </nav>
  )
}
