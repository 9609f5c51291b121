import { Suspense } from 'react'
import type { PortalDocument } from '../../../server/documents/documents.ts'
import { lazyWithFallback } from '../../lazy-with-fallback.ts'
import { isHeld } from './document-kind.ts'

type Props = { document: PortalDocument }

const FileBadge = lazyWithFallback<Props>(
  () => import('../lazy-imports.ts').then(({ loadFileBadge }) => loadFileBadge()),
  () => null,
)

/**
 * @param isOwn an investor's list doesn't mark files that couldn't be inspected; the viewer warns before a download
 * @returns whether a document's file has a badge: for its malware check or its contents
 */
export const hasFileBadge = (document: PortalDocument, isOwn = false) =>
  isHeld(document) || Boolean(document.marks?.some(mark => !isOwn || mark !== 'unreadable'))

/** The badge, loaded with the first document that has one. */
export function LazyFileBadge(props: Props) {
  return (
    <Suspense>
      <FileBadge {...props} />
    </Suspense>
  )
}
