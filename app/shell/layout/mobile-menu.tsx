import { type MouseEvent, Suspense, useEffect, useRef, useState } from 'react'
import { href } from 'react-router'
import { menuLinks } from '../../../content/navigation.ts'
import { lazyWithFallback } from '../lazy-with-fallback.ts'
import { useSession } from '../session.tsx'
import { Banner } from '../ui/banner.tsx'
import { classes } from '../ui/classes.ts'
import { trapFocus } from '../ui/focus-trap.ts'
import { Link, MenuLink } from '../ui/link.tsx'
import style from './mobile-menu.module.css'
import { useMenuSignOut } from './use-menu-sign-out.ts'

/** Loaded when a signed-in person opens the menu. */
const PortalLinks = lazyWithFallback<{ onFollow: () => void }>(
  () => import('../portal/lazy-imports.ts').then(({ loadPortalLinks }) => loadPortalLinks()),
  () => null,
)

/** A button, and the menu that slides in from the side: a modal dialog, so focus stays inside and Escape closes it. */
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
    // In a wide window the header hides the menu (header.module.css); open but hidden it would still block the page.
    const wide = matchMedia('(width >= 60rem)')
    const closeIfWide = () => wide.matches && dialog.current?.close()
    wide.addEventListener('change', closeIfWide)
    return () => wide.removeEventListener('change', closeIfWide)
  }, [])
  const onPress = (event: MouseEvent) => {
    // The target is the dialog itself only on its backdrop: the content covers the rest.
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
        onMouseDown={onPress}
        onKeyDown={trapFocus}
      >
        <div className={style.inside}>
          <button type="button" className={classes(style.opener, style.closer)} onClick={close}>
            Close
          </button>
          <Suspense>{user && open && <PortalLinks onFollow={close} />}</Suspense>
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
                <Link to={href('/profile')} onClick={close}>
                  Profile &amp; Documents
                </Link>
                <button type="button" onClick={leave}>
                  Sign Out
                </button>
              </>
            ) : (
              <Link to={href('/login')} onClick={close}>
                Sign In
              </Link>
            )}
          </div>
        </div>
      </dialog>
    </div>
  )
}
