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
 * @param isOwn an investor isn't told in their list that nobody could look into a file; the viewer says so before a download
 * @returns whether there is something to say about a document's file: its malware check, or what it contains
 */
export const hasFileBadge = (document: PortalDocument, isOwn = false) =>
  isHeld(document) || Boolean(document.marks?.some(mark => !isOwn || mark !== 'unreadable'))

/** What there is to say, loaded when the first document has it. */
export function LazyFileBadge(props: Props) {
  return (
    <Suspense>
      <FileBadge {...props} />
    </Suspense>
  )
}
