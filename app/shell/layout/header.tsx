import { Suspense, useEffect, useState } from 'react'
import { href, useLocation } from 'react-router'
import { headerLinks } from '../../../content/navigation.ts'
import { headerAppearsAt } from '../../../rules/limits.ts'
import { useHydrated } from '../hydrated.ts'
import { lazyWithFallback } from '../lazy-with-fallback.ts'
import { useSession } from '../session.tsx'
import { classes } from '../ui/classes.ts'
import { Link, MenuLink } from '../ui/link.tsx'
import style from './header.module.css'
import { Logo } from './logo.tsx'
import { MobileMenu } from './mobile-menu.tsx'

/** Replaces the menu until its script has loaded, and without scripts. A new document retries loading the menu. */
const profileLink = (
  <Link to={href('/profile')} reloadDocument>
    Profile
  </Link>
)

/** Loaded only for signed-in people. */
const UserMenu = lazyWithFallback(
  () => import('./user-menu.tsx'),
  () => profileLink,
)

/** The bar at the top. The home page's hero has its own, so there this one slides in once the hero is scrolled past. */
export function Header() {
  const isHome = useLocation().pathname === '/'
  const isScrolled = useScrolledPast(headerAppearsAt)
  return (
    <header className={classes(style.header, isHome && style.sliding, isHome && !isScrolled && style.away)}>
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

export function HeroBar() {
  return (
    <div className={classes('wrap', style.bar, style.hero)}>
      <Logo on="night" />
      <HeroAccount />
      <MobileMenu />
    </div>
  )
}

function Account() {
  const { user } = useSession()
  const hydrated = useHydrated()
  return (
    <div className={classes(style.account, !user && style.signIn)}>
      {user ? (
        <Suspense fallback={profileLink}>{hydrated ? <UserMenu /> : profileLink}</Suspense>
      ) : (
        <Link to={href('/login')}>Sign In</Link>
      )}
    </div>
  )
}

function HeroAccount() {
  const { user } = useSession()
  return (
    <div className={classes(style.heroAccount, user && style.inBar)}>
      {user ? <Link to={href('/profile')}>Profile &amp; Documents</Link> : <Link to={href('/login')}>Sign In</Link>}
    </div>
  )
}

/** @param distance pixels from the top of the page */
function useScrolledPast(distance: number): boolean {
  const [isPast, setIsPast] = useState(false)
  useEffect(() => {
    const update = () => setIsPast(window.scrollY > distance)
    update()
    window.addEventListener('scroll', update, { passive: true })
    return () => window.removeEventListener('scroll', update)
  }, [distance])
  return isPast
}
