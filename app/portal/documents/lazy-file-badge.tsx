import { Suspense } from 'react'
import type { PortalDocument } from '../../../server/documents/documents.ts'
import { lazyWithFallback } from '../../lazy-with-fallback.ts'
import { isHeld } from './document-kind.ts'

type Props = { document: PortalDocument }

const FileBadge = lazyWithFallback<Props>(
  () => import('../for-few.ts').then(({ loadFileBadge }) => loadFileBadge()),
  () => null,
)

/** @returns whether there is something to say about a document's file: its malware check, or what it contains */
export const hasFileBadge = (document: PortalDocument) => isHeld(document) || Boolean(document.marks?.length)

/** What there is to say, loaded when the first document has it. */
export function LazyFileBadge(props: Props) {
  return (
    <Suspense>
      <FileBadge {...props} />
    </Suspense>
  )
}
