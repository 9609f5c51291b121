import type { PortalDocument } from '../../../server/documents/documents.ts'
import { showing } from '../documents/kind.ts'
import { FileCard, SigningCard } from './card.tsx'
import { PdfPanel } from './pdf/pdf-panel.tsx'
import { Picture } from './picture.tsx'
import { Text } from './text.tsx'

/**
 * The document itself: a PDF page by page, a picture as a picture, a text as text, a signing link where it leads, and
 * anything else to be downloaded.
 */
export function DocumentPanel({ document }: { document: PortalDocument }) {
  const how = showing(document)
  if (how === 'link') return <SigningCard document={document} />
  if (how === 'pdf') return <PdfPanel document={document} />
  if (how === 'picture') return <Picture document={document} />
  if (how === 'text') return <Text document={document} />
  return <FileCard document={document} />
}
