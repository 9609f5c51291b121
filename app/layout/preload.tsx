import { lazy, Suspense } from 'react'
import { useLocation } from 'react-router'
import { embeds } from '../../content/embeds.ts'
import { useHydrated } from '../portal/hydrated.ts'

const Preloader = lazy(() => import('./preloader.tsx'))

/** Pages on which nobody else is let in: what is private, and the pages that show a widget themselves. */
const without = /^\/(login|auth|profile|outbox|call|email-contact|phone-call-booking|video-call-booking)(\/|$)/

/** Background preloading of embedded forms (specification section 4); not even its script where a fund has none. */
export function Preload() {
  const { pathname } = useLocation()
  const hydrated = useHydrated()
  if (!hydrated || Object.keys(embeds).length === 0 || without.test(pathname)) return null
  return (
    <Suspense>
      <Preloader embeds={embeds} />
    </Suspense>
  )
}
