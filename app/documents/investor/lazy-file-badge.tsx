import { Suspense } from 'react'
import { lazyWithFallback } from '../../shell/lazy-with-fallback.ts'
import type { PortalDocument } from '../server/documents.ts'
import { isHeld } from './document-kind.ts'

type Props = { document: PortalDocument }

const FileBadge = lazyWithFallback<Props>(
  () => import('../../shell/portal/lazy-imports.ts').then(({ loadFileBadge }) => loadFileBadge()),
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
