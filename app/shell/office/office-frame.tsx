import { type ReactNode, useState } from 'react'
import { useLocation } from 'react-router'
import { countOf } from '../../../rules/number.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { FindOpener } from '../../find/office/find-opener.tsx'
import type { PendingWork } from '../../today/server/pending-work.ts'
import UserMenu from '../layout/user-menu.tsx'
import bar from '../portal/phone-bar.module.css'
import { useUnreadMessages } from '../portal/use-unread-messages.ts'
import { classes } from '../ui/classes.ts'
import { FormattedDate } from '../ui/formatted-date.tsx'
import { Link } from '../ui/link.tsx'
import own from './office-bar.module.css'
import style from './office-frame.module.css'
import { addressOf, currentIn, locate, pendingIn, placesFor } from './office-location.ts'
import { drawer, OfficeSidebar } from './office-sidebar.tsx'
import { PendingCount } from './pending-count.tsx'

type Props = { me: Actor; waiting: PendingWork | undefined; children: ReactNode }

/**
 * The frame of the office's pages: its sections in a sidebar, in a narrow window in a drawer, and on a phone the first
 * of them in a bottom bar; the search above the page. Counts have reserved room, so nothing shifts when they change.
 */
export function OfficeFrame({ me, waiting, children }: Props) {
  const { pathname } = useLocation()
  const where = locate(pathname)
  const counted = { ...waiting, unread: useUnreadMessages() }
  const shown = placesFor(me.isAdmin, counted, where.page)
  const [isOpen, setOpen] = useState(false)
  const inBar = shown.filter(({ inBar }) => inBar || !me.isAdmin)
  return (
    <div className={style.office}>
      <OfficeSidebar me={me} places={shown} where={where} waiting={counted} onOpenChange={setOpen} />
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
          {me.isAdmin && (
            <div className={style.find}>
              <FindOpener me={me} />
            </div>
          )}
          <div className="to-end">
            <UserMenu />
          </div>
        </header>
        <main id="main" tabIndex={-1} className={style.page}>
          {waiting && <PendingFiles {...waiting.pendingFiles} />}
          {children}
        </main>
      </div>
      <nav className={bar.bar} aria-label="Shortcuts" data-print="no">
        {inBar.map(place => (
          <Link
            key={place.id}
            to={addressOf(place.pages[0])}
            aria-current={currentIn(where, place)}
            data-icon={place.id}
            className={own.entry}
          >
            {place.label} <PendingCount of={pendingIn(place.pages, counted)} className={bar.unread} />
          </Link>
        ))}
        <button
          type="button"
          popoverTarget={drawer}
          aria-expanded={isOpen}
          aria-controls={drawer}
          aria-current={inBar.some(place => currentIn(where, place)) ? undefined : 'true'}
          data-icon="more"
          className={own.entry}
        >
          More
        </button>
      </nav>
    </div>
  )
}

/** Reports that the malware scanner doesn't answer; until it does, uploads can't be opened. */
function PendingFiles({ files, since }: PendingWork['pendingFiles']) {
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
