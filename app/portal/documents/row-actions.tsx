import type { MouseEvent } from 'react'
import type { PortalDocument } from '../../../server/documents/documents.ts'
import { Button } from '../../ui/button.tsx'
import { fileAddress, showing } from './kind.ts'
import { recordView } from './record-view.ts'
import { useRows } from './row-context.ts'

/** Opens a document, whoever reads the list; a signing link also where it is signed. */
export function OpenActions({ document }: { document: PortalDocument }) {
  const link = showing(document) === 'link'
  return (
    <>
      <OpenLink document={document} label={link ? 'History' : 'View'} />
      {link && <SignLink document={document} />}
    </>
  )
}

type ButtonProps = { label: string; document: PortalDocument; onClick: () => void }

/** Something that can be done with the document of a row. */
export function RowButton({ label, document, onClick }: ButtonProps) {
  return (
    <Button size="small" variant="link" aria-label={`${label} ${document.filename}`} onClick={onClick}>
      {label}
    </Button>
  )
}

export function DownloadLink({ document }: { document: PortalDocument }) {
  return (
    <Button size="small" variant="link" href={fileAddress(document, true)} aria-label={`Download ${document.filename}`}>
      Download
    </Button>
  )
}

function OpenLink({ document, label }: { document: PortalDocument; label: string }) {
  const rows = useRows()
  // Over the list as it is; a tab of its own, or a page without scripts, goes by the address.
  const open = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    rows.open(document)
  }
  return (
    <Button
      size="small"
      variant="link"
      href={rows.addressOf(document)}
      aria-label={`${label} ${document.filename}`}
      onClick={open}
    >
      {label}
    </Button>
  )
}

function SignLink({ document }: { document: PortalDocument }) {
  return (
    <Button
      size="small"
      variant="link"
      href={document.external_url ?? ''}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={`Open to sign ${document.filename}, in a new tab`}
      onClick={() => recordView(document.id)}
    >
      Open to sign
    </Button>
  )
}
