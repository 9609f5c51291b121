import { displayKind } from '../../documents/investor/document-kind.ts'
import type { PortalDocument } from '../../documents/server/documents.ts'
import { FileCard, SigningLinkCard } from './message-card.tsx'
import { PdfPanel } from './pdf/pdf-panel.tsx'
import { PicturePanel } from './picture-panel.tsx'
import { TextPanel } from './text-panel.tsx'

/**
 * The document itself, by its kind: PDF, picture, text, or a card for signing links and for files to download.
 */
export function DocumentPanel({ document }: { document: PortalDocument }) {
  const kind = displayKind(document)
  if (kind === 'link') return <SigningLinkCard document={document} />
  if (kind === 'pdf') return <PdfPanel document={document} />
  if (kind === 'picture') return <PicturePanel document={document} />
  if (kind === 'text') return <TextPanel document={document} />
  return <FileCard document={document} />
}
