import type { PortalDocument } from '../../../server/documents.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { fileSize } from '../../ui/format.ts'
import { FormattedDate } from '../../ui/formatted-date.tsx'
import { type Column, Ledger } from '../../ui/ledger.tsx'
import style from './document-ledger.module.css'
import type { Group } from './groups.ts'
import { fileAddress, kindName, showing } from './kind.ts'
import { recordView } from './record-view.ts'

/** From this many rows on the browser draws only those in sight. */
const many = 60

/**
 * The documents of one fund and category.
 * @param addressOf where a document is opened in the viewer
 */
export function DocumentLedger({ group, addressOf }: { group: Group; addressOf: (id: string) => string }) {
  const columns: Column<PortalDocument>[] = [
    { key: 'name', header: group.category, role: 'title', cell: nameAndState },
    { key: 'kind', header: 'Kind', bare: true, cell: kindAndSize },
    { key: 'added', header: 'Added', bare: true, cell: ({ created_at }) => <FormattedDate date={created_at} /> },
    { key: 'views', header: 'Views', figures: true, bare: true, cell: views },
    { key: 'actions', header: 'Actions', role: 'actions', cell: document => actions(document, addressOf(document.id)) },
  ]
  return (
    <Ledger
      caption={`${group.fund}: ${group.category}`}
      columns={columns}
      rows={group.documents}
      rowKey={({ id }) => id}
      className={classes(style.documents, group.documents.length > many && style.many)}
    />
  )
}

function kindAndSize(document: PortalDocument) {
  const size = showing(document) === 'link' ? undefined : fileSize(document.file_size)
  return <span className={style.kind}>{[kindName(document), size].filter(Boolean).join(' · ')}</span>
}

function views({ view_count }: PortalDocument) {
  return (
    <>
      {view_count}
      <span className={style.unit}> {view_count === 1 ? 'view' : 'views'}</span>
    </>
  )
}

function nameAndState({ filename, delete_request_status }: PortalDocument) {
  if (delete_request_status !== 'pending') return filename
  return (
    <span className={style.name}>
      {filename} <Badge tone="warning">Delete Requested</Badge>
    </span>
  )
}

function actions(document: PortalDocument, address: string) {
  const { id, filename } = document
  const open = (label: string) => (
    <Button
      size="small"
      variant="link"
      to={address}
      state={{ opened: true }}
      preventScrollReset
      viewTransition={false}
      aria-label={`${label} ${filename}`}
    >
      {label}
    </Button>
  )
  if (showing(document) === 'link') {
    return (
      <>
        {open('History')}
        <Button
          size="small"
          variant="link"
          href={document.external_url ?? ''}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={`Open to sign ${filename}, in a new tab`}
          onClick={() => recordView(id)}
        >
          Open to sign
        </Button>
      </>
    )
  }
  return (
    <>
      {open('View')}
      <Button size="small" variant="link" href={fileAddress(document, true)} aria-label={`Download ${filename}`}>
        Download
      </Button>
    </>
  )
}
