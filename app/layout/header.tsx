import { Suspense, useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { headerLinks } from '../../content/navigation.ts'
import { headerAppearsAt } from '../../rules/limits.ts'
import { lazyWithFallback } from '../lazy-with-fallback.ts'
import { useSession } from '../session.tsx'
import { classes } from '../ui/classes.ts'
import { Link, MenuLink } from '../ui/link.tsx'
import style from './header.module.css'
import { Logo } from './logo.tsx'
import { MobileMenu } from './mobile-menu.tsx'

/** Only for who is signed in, which is not known before the scripts run. */
const UserMenu = lazyWithFallback(
  () => import('./user-menu.tsx'),
  // As a document of its own, which fetches the menu once more.
  () => (
    <Link to="/profile" reloadDocument>
      Profile
    </Link>
  ),
)

/** The bar at the top. At home the first screen has its own, so this one slides in once that is scrolled past. */
export function Header() {
  const home = useLocation().pathname === '/'
  const past = useScrolledPast(headerAppearsAt)
  return (
    <header className={classes(style.header, home && style.sliding, home && !past && style.away)}>
      <div className={classes('wrap', style.bar)}>
        <Logo />
        <nav className={style.links} aria-label="Main">
          {headerLinks.map(({ label, to }) => (
            <MenuLink key={to} to={to}>
              {label}
            </MenuLink>
          ))}
        </nav>
        <Account />
        <MobileMenu className={style.menu} />
      </div>
    </header>
  )
}

/** The bar of home's first screen: who this is, and a way in. */
export function HeroBar() {
  return (
    <div className={classes('wrap', style.bar, style.hero)}>
      <Logo />
      <HeroAccount />
      <MobileMenu />
    </div>
  )
}

function Account() {
  const { user } = useSession()
  return (
    <div className={style.account}>
      {user ? (
        <Suspense>
          <UserMenu />
        </Suspense>
      ) : (
        <Link to="/login">Sign In</Link>
      )}
    </div>
  )
}

function HeroAccount() {
  const { user } = useSession()
  return (
    <div className={style.heroAccount}>
      {user ? <Link to="/profile">Profile &amp; Documents</Link> : <Link to="/login">Sign In</Link>}
    </div>
  )
}

function useScrolledPast(distance: number): boolean {
  const [past, setPast] = useState(false)
  useEffect(() => {
    const look = () => setPast(window.scrollY > distance)
    look()
    window.addEventListener('scroll', look, { passive: true })
    return () => window.removeEventListener('scroll', look)
  }, [distance])
  return past
}
