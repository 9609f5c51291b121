import { Suspense } from 'react'
import { lazyWithFallback } from '../../lazy-with-fallback.ts'
import type { WaitingProps } from './waiting-for-you.tsx'
// Part of the page's own styles, so that it arrives styled.
import './waiting-for-you.module.css'
import '../uploads/choose-files.module.css'

const WaitingForYou = lazyWithFallback<WaitingProps>(
  () => import('./waiting-for-you.tsx'),
  () => null,
)

/** What waits for an investor, loaded where something does. */
export function LazyWaiting(props: WaitingProps) {
  return (
    <Suspense>
      <WaitingForYou {...props} />
    </Suspense>
  )
}
