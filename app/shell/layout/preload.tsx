import { Suspense } from 'react'
import { useLocation } from 'react-router'
import { embeds } from '../../../content/embeds.ts'
import { publicPageAt } from '../../../content/pages.ts'
import { useHydrated } from '../hydrated.ts'
import { lazyWithFallback } from '../lazy-with-fallback.ts'
import { allowsThirdPartyScripts } from './document-reload.ts'

const Preloader = lazyWithFallback(
  () => import('./preloader.tsx'),
  () => null,
)

/**
 * Background preloading of embedded forms (specification section 4), on public pages without a widget. A fund without
 * widgets doesn't even load the script for it.
 */
export function Preload() {
  const page = publicPageAt(useLocation().pathname)
  const hydrated = useHydrated()
  if (!hydrated || !allowsThirdPartyScripts || !page || (page.embed && embeds[page.embed])) return null
  return (
    <Suspense>
      <Preloader embeds={embeds} />
    </Suspense>
  )
}
