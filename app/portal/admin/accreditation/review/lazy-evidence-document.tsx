import { lazyWithFallback } from '../../../../lazy-with-fallback.ts'
import { LoadError } from '../../../load-error.tsx'
import { refusal } from '../../../refusal.ts'
import type { EvidenceProps } from './evidence-document.tsx'

/** `EvidenceDocument`, loaded where a page shows one. */
export const LazyEvidenceDocument = lazyWithFallback<EvidenceProps>(
  () => import('./evidence-document.tsx').then(({ EvidenceDocument }) => ({ default: EvidenceDocument })),
  () => <LoadError error={refusal('NO_CONNECTION')} reload />,
)
