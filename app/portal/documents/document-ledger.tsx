import { useMemo } from 'react'
import type { PortalDocument } from '../../../server/documents/documents.ts'
import { Badge } from '../../ui/badge.tsx'
import { classes } from '../../ui/classes.ts'
import { fileSize } from '../../ui/file-size.ts'
import { FormattedDate } from '../../ui/formatted-date.tsx'
import { type Column, Ledger } from '../../ui/ledger.tsx'
import style from './document-ledger.module.css'
import type { DocumentTools } from './document-tools.ts'
import type { Group } from './groups.ts'
import { kindName, showing } from './kind.ts'
import { OpenActions } from './row-actions.tsx'
import { useIsChosen } from './selection.ts'
import { chosenForm } from './selection-bar.tsx'

/** From this many rows on the browser draws only those in sight. */
const many = 60

/** The documents of one fund and category. */
export function DocumentLedger({ group, tools }: { group: Group; tools: DocumentTools }) {
  const { RowActions, wide } = tools
  const { category } = group
  // The same array, so that only rows that have changed are drawn anew.
  const columns = useMemo(
    (): Column<PortalDocument>[] => [
      { key: 'choice', header: 'Select', role: 'choice', cell: document => <Choice document={document} /> },
      { key: 'name', header: category, role: 'title', cell: nameAndState },
      { key: 'kind', header: 'Type', bare: true, cell: kindAndSize },
      { key: 'added', header: 'Added', bare: true, cell: ({ created_at }) => <FormattedDate date={created_at} /> },
      { key: 'views', header: 'Views', figures: true, bare: true, cell: views },
      {
        key: 'actions',
        header: 'Actions',
        role: 'actions',
        cell: document => (
          <>
            <OpenActions document={document} />
            <RowActions document={document} />
          </>
        ),
      },
    ],
    [category, RowActions],
  )
  return (
    <Ledger
      caption={`${group.fund}: ${category}`}
      columns={columns}
      rows={group.documents}
      rowKey={({ id }) => id}
      className={classes(style.documents, wide && style.wide, group.documents.length > many && style.many)}
    />
  )
}

function Choice({ document: { id, filename } }: { document: PortalDocument }) {
  const [chosen, selection] = useIsChosen(id)
  return (
    <label className={style.choice}>
      <input
        type="checkbox"
        form={chosenForm}
        name="ids"
        value={id}
        data-id={id}
        autoComplete="off"
        aria-label={`Select ${filename}`}
        checked={chosen}
        onChange={({ target, nativeEvent }) =>
          selection.choose(id, target.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
        }
      />
    </label>
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
