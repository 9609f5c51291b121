import { useEffect } from 'react'
import { href, useLocation } from 'react-router'
import { withQuery } from '../../../rules/url.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { Logo } from '../layout/logo.tsx'
import { useManagedPerson } from '../portal/use-managed-person.ts'
import { Badge } from '../ui/badge.tsx'
import { classes } from '../ui/classes.ts'
import { trapFocus } from '../ui/focus-trap.ts'
import { Link } from '../ui/link.tsx'
import { usePopover } from '../ui/use-popover.ts'
import type { Place } from './admin-pages.ts'
import style from './office-frame.module.css'
import { addressOf, currentIn, pendingIn, type Waiting, type Where } from './office-location.ts'
import { PendingCount } from './pending-count.tsx'

/** The element's id, for the buttons that open it as a drawer. */
export const drawer = 'places'

type SidebarProps = {
  me: Actor
  places: readonly Place[]
  where: Where
  waiting: Waiting
  onOpenChange: (isOpen: boolean) => void
}

/** One element is both: always visible in a wide window, in a narrow one a popover, which works without scripts. */
export function OfficeSidebar({ me, places, where, waiting, onOpenChange }: SidebarProps) {
  const { ref: nav, isOpen, onToggle } = usePopover<HTMLElement>()
  useEffect(() => {
    onOpenChange(isOpen)
    const find = (selector: string) => nav.current?.querySelector<HTMLElement>(selector)
    if (isOpen) (find('[aria-current]') ?? find('a'))?.focus()
  }, [isOpen, onOpenChange, nav])
  const managed = useManagedPerson(me)
  useCloseDrawer(nav)
  const settings = withQuery(href('/profile/settings'), { user: managed })
  return (
    <nav
      id={drawer}
      ref={nav}
      popover="auto"
      className={style.side}
      aria-label="Office"
      data-print="no"
      onToggle={onToggle}
      onKeyDown={isOpen ? trapFocus : undefined}
    >
      <div className={style.name}>
        <Logo />
        <button
          type="button"
          className={classes(style.control, style.closer)}
          popoverTarget={drawer}
          popoverTargetAction="hide"
        >
          Close
        </button>
      </div>
      <ul className={style.places}>
        {places.map(place => (
          <li key={place.id}>
            <Link to={addressOf(place.pages[0])} aria-current={currentIn(where, place)} className={style.place}>
              {place.label} <PendingCount of={pendingIn(place.pages, waiting)} className={style.count} />
            </Link>
            {place.id === where.place?.id && place.pages.length > 1 && (
              <ul className={style.parts}>
                {place.pages.map(page => (
                  <li key={page.path}>
                    <Link
                      to={addressOf(page)}
                      aria-current={page === where.page ? 'page' : undefined}
                      className={style.part}
                    >
                      {page.label} <PendingCount of={pendingIn([page], waiting)} className={style.count} />
                    </Link>
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
      <div className={style.me}>
        <p>
          <span>{me.fullName || me.email}</span> {me.isAdmin && <Badge>Administrator</Badge>}
        </p>
        {me.isAdmin && (
          <Link to={href('/profile/admin/approvals')} className={style.part}>
            Approvals <PendingCount of={waiting.approvals ?? 0} className={style.count} />
          </Link>
        )}
        <Link to={settings} className={style.part}>
          Settings
        </Link>
      </div>
    </nav>
  )
}

/** The drawer closes on navigation, and when the window becomes wide enough for the sidebar. */
function useCloseDrawer(nav: { readonly current: HTMLElement | null }): void {
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is shown
  useEffect(() => {
    nav.current?.hidePopover()
  }, [pathname, nav])
  useEffect(() => {
    const wide = matchMedia('(width >= 64rem)')
    const close = () => wide.matches && nav.current?.hidePopover()
    wide.addEventListener('change', close)
    return () => wide.removeEventListener('change', close)
  }, [nav])
}
