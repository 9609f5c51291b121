import { type ComponentProps, Suspense } from 'react'
import { lazyWithFallback } from '../../lazy-with-fallback.ts'
import { refusal } from '../errors.ts'
import { Trouble } from '../trouble.tsx'
import type { Viewer } from './viewer.tsx'

const Loaded = lazyWithFallback<ComponentProps<typeof Viewer>>(
  () => import('./viewer.tsx').then(({ Viewer }) => ({ default: Viewer })),
  () => <Trouble trouble={refusal('NO_CONNECTION')} reload />,
)

/** The viewer, whose script is fetched with the first document that is opened. */
export function LazyViewer(props: ComponentProps<typeof Viewer>) {
  return (
    <Suspense>
      <Loaded {...props} />
    </Suspense>
  )
}
