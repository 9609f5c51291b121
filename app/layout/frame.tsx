import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { Footer } from './footer.tsx'
import style from './frame.module.css'
import { Header } from './header.tsx'
import { LoadingOverlay } from './loading-overlay.tsx'

/** Pages that stand alone, without header and footer (specification section 2). */
const bare = ['/login', '/auth/callback']

/** What stands around every page. Pages draw what belongs in `<main>`, not `<main>` itself. */
export function Frame({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  const alone = bare.includes(pathname.replace(/(.)\/$/, '$1'))
  return (
    <>
      <a className={style.skip} href="#main">
        Skip to content
      </a>
      {!alone && <Header />}
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      {!alone && <Footer />}
      <LoadingOverlay />
    </>
  )
}
