import type { MouseEvent } from 'react'
import type { PortalDocument } from '../../../server/documents/documents.ts'
import { Button } from '../../ui/button.tsx'
import { fileAddress, showing } from './kind.ts'
import { recordView } from './record-view.ts'
import { type Rows, useRows } from './row-context.ts'

/** What can be done with a document: by who sees it, or by an administrator (specification section 2). */
export function RowActions({ document }: { document: PortalDocument }) {
  const rows = useRows()
  const link = showing(document) === 'link'
  const pending = document.delete_request_status === 'pending'
  return (
    <>
      <OpenLink document={document} label={link ? 'History' : 'View'} rows={rows} />
      {link && <SignLink document={document} />}
      {!link && !(rows.isAdmin && pending) && <DownloadLink document={document} />}
      {!rows.isAdmin && !pending && (
        <Act label="Request Delete" document={document} onClick={() => rows.ask('request-delete', [document])} />
      )}
      {rows.isAdmin && pending && (
        <>
          <Act label="Approve" document={document} onClick={() => rows.ask('approve', [document])} />
          <Act label="Reject" document={document} onClick={() => rows.reject(document)} />
        </>
      )}
      {rows.isAdmin && (
        <Button
          size="small"
          variant="link"
          aria-haspopup="menu"
          aria-expanded="false"
          aria-label={`More actions for ${document.filename}`}
          onClick={({ currentTarget }) => rows.more(document, currentTarget)}
        >
          More
        </Button>
      )}
    </>
  )
}

type ActProps = { label: string; document: PortalDocument; onClick: () => void }

function Act({ label, document, onClick }: ActProps) {
  return (
    <Button size="small" variant="link" aria-label={`${label} ${document.filename}`} onClick={onClick}>
      {label}
    </Button>
  )
}

function OpenLink({ document, label, rows }: { document: PortalDocument; label: string; rows: Rows }) {
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

function DownloadLink({ document }: { document: PortalDocument }) {
  return (
    <Button size="small" variant="link" href={fileAddress(document, true)} aria-label={`Download ${document.filename}`}>
      Download
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
