import { lazyWithFallback } from '../../../shell/lazy-with-fallback.ts'
import { LoadError } from '../../../shell/portal/load-error.tsx'
import { refusal } from '../../../shell/portal/refusal.ts'
import type { EvidenceProps } from './evidence-document.tsx'

/** `EvidenceDocument`, loaded where a page shows one. */
export const LazyEvidenceDocument = lazyWithFallback<EvidenceProps>(
  () => import('./evidence-document.tsx').then(({ EvidenceDocument }) => ({ default: EvidenceDocument })),
  () => <LoadError error={refusal('NO_CONNECTION')} reload />,
)
