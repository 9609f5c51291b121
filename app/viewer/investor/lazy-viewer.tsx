import { type ComponentProps, Suspense } from 'react'
import { lazyWithFallback } from '../../shell/lazy-with-fallback.ts'
import { LoadError } from '../../shell/portal/load-error.tsx'
import { refusal } from '../../shell/portal/refusal.ts'
import type { Viewer } from './viewer.tsx'

const LoadedViewer = lazyWithFallback<ComponentProps<typeof Viewer>>(
  () => import('./viewer.tsx').then(({ Viewer }) => ({ default: Viewer })),
  () => <LoadError error={refusal('NO_CONNECTION')} reload />,
)

/** The viewer; its script is loaded when the first document is opened. */
export function LazyViewer(props: ComponentProps<typeof Viewer>) {
  return (
    <Suspense>
      <LoadedViewer {...props} />
    </Suspense>
  )
}
