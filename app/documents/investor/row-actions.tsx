import type { MouseEvent } from 'react'
import { href } from 'react-router'
import { useMe } from '../../shell/portal/use-me.ts'
import type { PortalDocument } from '../server/documents.ts'
import { displayKind, downloadAddress, fileAddress, signLabel } from './document-kind.ts'
import { recordView } from './record-view.ts'
import { type RowContextValue, rowVerbs } from './row-context.ts'

/* Parts that nearly every row has are functions, not components: on the server, a component that renders one link
   takes longer than the link. */

/** The actions for everyone: opens a document and, for a signing link, the site where it is signed. */
export function openActions(document: PortalDocument, rows: RowContextValue) {
  if (displayKind(document) !== 'link') return openLink(document, 'v', rows)
  return (
    <>
      {openLink(document, 'h', rows)}
      <SignLink document={document} />
    </>
  )
}

type ButtonProps = { label: string; document: PortalDocument; className?: string | undefined; onClick: () => void }

export function RowButton({ label, document, className, onClick }: ButtonProps) {
  return (
    <button type="button" className={className} aria-label={`${label} ${document.filename}`} onClick={onClick}>
      {label}
    </button>
  )
}

/**
 * Downloads a file. One with marks is downloaded from the viewer, which explains them, or without scripts from a page
 * that does.
 */
export function downloadLink(document: PortalDocument, rows: RowContextValue) {
  const isMarked = Boolean(document.marks?.length)
  const link = (
    <a
      href={isMarked ? href('/profile/download/:id', { id: document.id }) : fileAddress(document, true)}
      aria-labelledby={rows.label('d', document)}
    >
      Download
    </a>
  )
  return isMarked ? <noscript>{link}</noscript> : link
}

/** Downloads a statement's figures as CSV. */
export function csvLink({ csv_id, ...document }: PortalDocument, rows: RowContextValue) {
  if (!csv_id) return null
  return (
    <a href={downloadAddress(csv_id)} aria-labelledby={rows.label('c', document)}>
      CSV
    </a>
  )
}

function openLink(document: PortalDocument, verb: 'h' | 'v', rows: RowContextValue) {
  // Opens over the current list. A new tab, or a page without scripts, uses the address.
  const open = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    rows.open(document)
  }
  return (
    <a href={rows.addressOf(document)} aria-labelledby={rows.label(verb, document)} onClick={open}>
      {rowVerbs[verb]}
    </a>
  )
}

function SignLink({ document }: { document: PortalDocument }) {
  const label = signLabel(document, useMe())
  return (
    <a
      href={document.external_url ?? ''}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={`${label} ${document.filename}, in a new tab`}
      onClick={() => recordView(document.id)}
    >
      {label}
    </a>
  )
}
