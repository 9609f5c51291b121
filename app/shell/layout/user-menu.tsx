import { useId, useRef } from 'react'
import { href } from 'react-router'
import { useSession } from '../session.tsx'
import { Badge } from '../ui/badge.tsx'
import { Banner } from '../ui/banner.tsx'
import { Link } from '../ui/link.tsx'
import { useMenuSignOut } from './use-menu-sign-out.ts'
import style from './user-menu.module.css'

/**
 * The account menu. A popover, so the browser closes it on Escape and on a click outside, opens it before scripts run,
 * and announces its button's state.
 */
export default function UserMenu() {
  const id = useId()
  const menu = useRef<HTMLElement>(null)
  const { profile, signOutLoading } = useSession()
  const close = () => menu.current?.hidePopover()
  const { leave, error, dismiss } = useMenuSignOut(close)

  return (
    <>
      <button type="button" className={style.opener} popoverTarget={id} aria-controls={id}>
        Profile
        <span className={style.caret} aria-hidden="true" />
      </button>
      <section id={id} ref={menu} popover="auto" className={style.menu} aria-label="Your account">
        <p className={style.who}>
          <span className={style.name}>{profile?.full_name || 'User'}</span>
          {profile?.is_admin && <Badge>Admin</Badge>}
          <span className={style.email}>{profile?.email}</span>
        </p>
        <Link to={href('/profile')} className={style.item} onClick={close}>
          Profile &amp; Documents
        </Link>
        <button type="button" className={style.item} onClick={leave} aria-disabled={signOutLoading || undefined}>
          Sign out
        </button>
        <Banner onDismiss={dismiss}>{error}</Banner>
      </section>
    </>
  )
}
