import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { Footer } from './footer.tsx'
import style from './frame.module.css'
import { Header } from './header.tsx'
import { LoadingOverlay } from './loading-overlay.tsx'

/** Pages without header and footer (specification section 2). */
const barePaths = ['/login', '/auth/callback']

/** What surrounds every page. Pages render the content of `<main>`, not `<main>` itself. */
export function Frame({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  const isBare = barePaths.includes(pathname.replace(/(.)\/$/, '$1'))
  return (
    <>
      <a className={style.skip} href="#main">
        Skip to content
      </a>
      {!isBare && <Header />}
      <main id="main" tabIndex={-1}>
        {children}
      </main>
      {!isBare && <Footer />}
      <LoadingOverlay />
    </>
  )
}
