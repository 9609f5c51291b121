import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { menuLinks } from '../../content/navigation.ts'
import { useSession } from '../session.tsx'
import { Banner } from '../ui/banner.tsx'
import { classes } from '../ui/classes.ts'
import { keepFocus } from '../ui/keep-focus.ts'
import { Link, MenuLink } from '../ui/link.tsx'
import style from './mobile-menu.module.css'
import { useMenuSignOut } from './use-menu-sign-out.ts'

/** The button, and the sheet that slides in from the side. A modal dialog: focus stays in it, Escape closes it. */
export function MobileMenu({ className }: { className?: string }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const [open, setOpen] = useState(false)
  const { user } = useSession()
  const close = () => dialog.current?.close()
  const { leave, error, dismiss } = useMenuSignOut(close)

  const show = () => {
    dialog.current?.showModal()
    setOpen(true)
  }
  useEffect(() => {
    // The header hides it from there on (header.module.css), and an open dialog would hold the page still unseen.
    const wide = matchMedia('(width >= 60rem)')
    const look = () => wide.matches && dialog.current?.close()
    wide.addEventListener('change', look)
    return () => wide.removeEventListener('change', look)
  }, [])
  const press = (event: MouseEvent) => {
    // The element itself is hit only on its backdrop: what is inside covers the rest.
    if (event.target === dialog.current) close()
  }

  return (
    <div className={className}>
      <button type="button" className={style.opener} onClick={show} aria-haspopup="dialog" aria-expanded={open}>
        <span className={style.bars} aria-hidden="true" />
        Menu
      </button>
      <dialog
        ref={dialog}
        className={style.sheet}
        aria-label="Menu"
        onClose={() => setOpen(false)}
        onMouseDown={press}
        onKeyDown={keepFocus}
      >
        <div className={style.inside}>
          <button type="button" className={classes(style.opener, style.closer)} onClick={close}>
            Close
          </button>
          <nav aria-label="Menu" className={style.links}>
            {menuLinks.map(({ label, to }) => (
              <MenuLink key={to} to={to} onClick={close}>
                {label}
              </MenuLink>
            ))}
          </nav>
          <div className={style.account}>
            <Banner onDismiss={dismiss}>{error}</Banner>
            {user ? (
              <>
                <Link to="/profile" onClick={close}>
                  Profile &amp; Documents
                </Link>
                <button type="button" onClick={leave}>
                  Sign Out
                </button>
              </>
            ) : (
              <Link to="/login" onClick={close}>
                Sign In
              </Link>
            )}
          </div>
        </div>
      </dialog>
    </div>
  )
}
