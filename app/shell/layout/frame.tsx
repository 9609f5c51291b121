import { type ReactNode, Suspense } from 'react'
import { useLocation } from 'react-router'
import { useHydrated } from '../hydrated.ts'
import { lazyWithFallback } from '../lazy-with-fallback.ts'
import { useSession } from '../session.tsx'
import { Footer } from './footer.tsx'
import style from './frame.module.css'
import { Header } from './header.tsx'
import { LoadingOverlay } from './loading-overlay.tsx'
import { useInOffice } from './use-in-office.ts'

/** On public pages, loaded only for signed-in people; the portal includes it from the start. */
const PhoneBar = lazyWithFallback(
  () => import('../portal/phone-bar.tsx'),
  () => null,
)

/** Pages without header and footer (specification section 2). */
const barePaths = ['/login', '/auth/callback']

/** Every page's frame. Pages render `<main>`'s content; the office, with its own frame, renders `<main>` itself. */
export function Frame({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  const { profile } = useSession()
  const hydrated = useHydrated()
  const isOffice = useInOffice()
  const isPortal = pathname.startsWith('/profile')
  const isBare = barePaths.includes(pathname.replace(/(.)\/$/, '$1'))
  return (
    <>
      <a className={style.skip} href="#main">
        Skip to content
      </a>
      {!isBare && !isOffice && <Header />}
      {isOffice ? (
        children
      ) : (
        <main id="main" tabIndex={-1}>
          {children}
        </main>
      )}
      {!isBare && !isOffice && <Footer isShort={isPortal} />}
      {hydrated && profile && !isBare && !isPortal && (
        <Suspense>
          <PhoneBar isAdmin={profile.is_admin} isMember={profile.is_member} />
        </Suspense>
      )}
      <LoadingOverlay />
    </>
  )
}
