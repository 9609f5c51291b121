import { type ReactNode, useEffect, useRef, useState } from 'react'
import { href, useLocation } from 'react-router'
import { countOf } from '../../../rules/number.ts'
import { withQuery } from '../../../rules/url.ts'
import type { Actor } from '../../../server/access/actor.ts'
import type { PendingWork } from '../../../server/today/pending-work.ts'
import { Logo } from '../../layout/logo.tsx'
import UserMenu from '../../layout/user-menu.tsx'
import { Badge } from '../../ui/badge.tsx'
import { classes } from '../../ui/classes.ts'
import { trapFocus } from '../../ui/focus-trap.ts'
import { FormattedDate } from '../../ui/formatted-date.tsx'
import { Link } from '../../ui/link.tsx'
import bar from '../phone-bar.module.css'
import { useManagedPerson } from '../use-managed-person.ts'
import { useUnreadMessages } from '../use-unread-messages.ts'
import type { Place } from './admin-pages.ts'
import { FindOpener } from './find/find-opener.tsx'
import own from './office-bar.module.css'
import style from './office-frame.module.css'
import { addressOf, placesFor, type Waiting, type Where, waitingIn, whereIs } from './where.ts'

const drawer = 'places'

type Props = { me: Actor; waiting: PendingWork | undefined; children: ReactNode }

/**
 * What surrounds the pages of the office: its places in a sidebar, in a narrow window in a drawer, and on a phone the first
 * of them in a bar at the bottom; above the page the search. What is counted has its room, so nothing moves when it changes.
 */
export function OfficeFrame({ me, waiting, children }: Props) {
  const { pathname } = useLocation()
  const where = whereIs(pathname)
  const counted = { ...waiting, unread: useUnreadMessages() }
  const shown = placesFor(me.isAdmin, counted, where.page)
  const [isOpen, setOpen] = useState(false)
  return (
    <div className={style.office}>
      <Sidebar me={me} places={shown} where={where} waiting={counted} isOpen={isOpen} onToggle={setOpen} />
      <div className={style.column}>
        <header className={style.top} data-print="no">
          <button
            type="button"
            className={classes(style.control, style.opener)}
            popoverTarget={drawer}
            aria-expanded={isOpen}
            aria-controls={drawer}
          >
            <span className={style.bars} aria-hidden="true" />
            Menu
          </button>
          {me.isAdmin && <FindOpener me={me} />}
          <div className={style.account}>
            <UserMenu />
          </div>
        </header>
        <main id="main" tabIndex={-1} className={style.page}>
          {waiting && <WaitingFiles {...waiting.waitingFiles} />}
          {children}
        </main>
      </div>
      <nav className={bar.bar} aria-label="Shortcuts" data-print="no">
        {shown
          .filter(({ inBar }) => inBar || !me.isAdmin)
          .map(place => (
            <Link
              key={place.id}
              to={addressOf(place.pages[0])}
              aria-current={currentIn(where, place)}
              data-icon={place.id}
              className={own.entry}
            >
              {place.label}
              <Count of={waitingIn(place.pages, counted)} className={bar.unread} />
            </Link>
          ))}
        <button
          type="button"
          popoverTarget={drawer}
          aria-expanded={isOpen}
          aria-controls={drawer}
          data-icon="more"
          className={own.entry}
        >
          More
        </button>
      </nav>
    </div>
  )
}

type SidebarProps = {
  me: Actor
  places: readonly Place[]
  where: Where
  waiting: Waiting
  isOpen: boolean
  onToggle: (isOpen: boolean) => void
}

/** One element is both: a wide window always shows it, in a narrow one it is a popover, which works without scripts. */
function Sidebar({ me, places, where, waiting, isOpen, onToggle }: SidebarProps) {
  const nav = useRef<HTMLElement>(null)
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
      onToggle={({ newState }) => {
        onToggle(newState === 'open')
        if (newState === 'open') nav.current?.querySelector<HTMLElement>('[aria-current], a')?.focus()
      }}
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
              {place.label}
              <Count of={waitingIn(place.pages, waiting)} className={style.count} />
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
                      {page.label}
                      <Count of={waitingIn([page], waiting)} className={style.count} />
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
        <Link to={href('/profile/admin/approvals')} className={style.part}>
          Approvals
          <Count of={waiting.approvals ?? 0} className={style.count} />
        </Link>
        <Link to={settings} className={style.part}>
          Settings
        </Link>
      </div>
    </nav>
  )
}

/** A place that has one page is the page itself; of others, one of the pages is. */
function currentIn({ place }: Where, { id, pages }: Place): 'page' | 'true' | undefined {
  if (place?.id !== id) return undefined
  return pages.length === 1 ? 'page' : 'true'
}

/** Its room is kept while nothing waits. */
function Count({ of, className }: { of: number; className: string | undefined }) {
  return (
    <span className={className}>
      {of > 0 && (
        <>
          {of > 999 ? '999+' : of}
          <span className="visually-hidden"> waiting</span>
        </>
      )}
    </span>
  )
}

/** The drawer closes on the way to another page, and where the window has become wide enough for the sidebar. */
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

/** Says that the malware scanner doesn't answer; until it does, no one can open what was uploaded. */
function WaitingFiles({ files, since }: PendingWork['waitingFiles']) {
  if (files === 0 || !since) return null
  const them = files === 1 ? 'it' : 'them'
  return (
    <p className={style.held}>
      <strong>{countOf(files, 'uploaded file is', 'uploaded files are')} waiting</strong> for the malware scanner, which
      hasn’t answered since <FormattedDate date={since} time />. Until it does, no one can open {them}, and only the
      people who uploaded {them} see {them} listed.
    </p>
  )
}
