import { Suspense } from 'react'
import type { Holdings } from '../../../server/holdings/holdings.ts'
import { lazyWithFallback } from '../../lazy-with-fallback.ts'
import { RouteAssets } from '../../route-assets.tsx'

const NotesPanel = lazyWithFallback<{ holdings: Holdings }>(
  () => import('./notes-panel.tsx'),
  () => null,
)

/** What an investor holds, on their home; its code and styles are loaded only for people who hold something. */
export function LazyNotesPanel({ holdings }: { holdings: Holdings }) {
  return (
    <Suspense>
      <RouteAssets of="portal/notes/route" />
      <NotesPanel holdings={holdings} />
    </Suspense>
  )
}
