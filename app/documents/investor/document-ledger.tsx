import { useMemo } from 'react'
import { useRouteLoaderData } from 'react-router'
import { countOf } from '../../../rules/number.ts'
import type { Accounts } from '../../holders/server/accounts.ts'
import { allAccounts } from '../../people/accounts.ts'
import type { loader } from '../../shell/portal/portal-layout.tsx'
import { Badge } from '../../shell/ui/badge.tsx'
import button from '../../shell/ui/button.module.css'
import { classes } from '../../shell/ui/classes.ts'
import { fileSize } from '../../shell/ui/file-size.ts'
import { FormattedDate } from '../../shell/ui/formatted-date.tsx'
import type { Column } from '../../shell/ui/ledger.tsx'
import { SelectRow } from '../../shell/ui/selection-bar.tsx'
import { StackedLedger } from '../../shell/ui/stacked-ledger.tsx'
import { titleOf } from '../documents.ts'
import type { PortalDocument } from '../server/documents.ts'
import type { DocumentGroup } from './document-groups.ts'
import { displayKind, isHeld, isUnread, kindName } from './document-kind.ts'
import style from './document-ledger.module.css'
import { selectionFormId } from './document-selection-bar.tsx'
import type { DocumentTools } from './document-tools.ts'
import { hasFileBadge, LazyFileBadge } from './lazy-file-badge.tsx'
import { openActions } from './row-actions.tsx'
import { type RowContextValue, useRowContext } from './row-context.ts'

/** Above this many rows the browser renders only those in view. */
const offscreenThreshold = 60

type Props = {
  group: DocumentGroup
  tools: DocumentTools
  /** The table's name. */
  caption: string
}

/** The documents of one fund and category. */
export function DocumentLedger({ group, tools, caption }: Props) {
  const { RowActions, isOwn, wide } = tools
  const { category } = group
  const rows = useRowContext()
  const { accounts, chosen } = useAccounts() ?? {}
  const held = isOwn && chosen === allAccounts && accounts
  // Memoized, so that only changed rows re-render.
  const columns = useMemo(
    (): Column<PortalDocument>[] => [
      { header: 'Select', role: 'choice', cell: document => <RowCheckbox document={document} /> },
      {
        header: isOwn ? 'Name' : category,
        role: 'title',
        cell: document => (hasState(document, isOwn) ? nameAndState(document, rows, isOwn) : nameOf(document, isOwn)),
        id: document => (hasState(document, isOwn) ? undefined : rows.nameId(document)),
      },
      { header: 'Type', bare: true, cell: isOwn ? kindSizeAndViews : kindAndSize },
      { header: 'Added', bare: true, cell: ({ created_at }) => <FormattedDate date={created_at} /> },
      ...(isOwn ? [] : [{ header: 'Views', bare: true, cell: views } as const]),
      ...(held
        ? [
            {
              header: 'Account',
              bare: true,
              // A document without a holder is the person's own.
              cell: ({ holder_id }: PortalDocument) =>
                held.find(({ id, isPerson }) => (holder_id ? id === holder_id : isPerson))?.name,
            } as const,
          ]
        : []),
      {
        header: 'Actions',
        role: 'actions',
        cell: document => (
          <>
            {!isHeld(document) && openActions(document, rows)}
            {(!isHeld(document) || (isOwn && document.check_state === 'waiting')) && <RowActions document={document} />}
          </>
        ),
      },
    ],
    [category, isOwn, RowActions, rows, held],
  )
  return (
    <StackedLedger
      caption={caption}
      columns={columns}
      rows={group.documents}
      rowKey={({ id }) => id}
      className={classes(
        style.documents,
        button.links,
        isOwn && style.own,
        held && style.held,
        wide && style.wide,
        group.documents.length > offscreenThreshold && style.many,
      )}
    />
  )
}

function RowCheckbox({ document }: { document: PortalDocument }) {
  const rows = useRowContext()
  return <SelectRow id={document.id} form={selectionFormId} aria-labelledby={rows.label('s', document)} />
}

function kindAndSize(document: PortalDocument) {
  const size = displayKind(document) === 'link' ? undefined : fileSize(document.file_size)
  return [kindName(document), size].filter(Boolean).join(' · ')
}

/** For the investor's own documents, views are shown here rather than in a column. */
function kindSizeAndViews(document: PortalDocument) {
  const { view_count } = document
  return view_count > 0 ? `${kindAndSize(document)} · ${countOf(view_count, 'view')}` : kindAndSize(document)
}

/** The extension of the investor's own documents is visually hidden: the type shows it. */
function nameOf({ filename }: PortalDocument, isOwn = false) {
  const title = titleOf(filename)
  if (!isOwn || title === filename) return filename
  return (
    <>
      {title}
      <span className={style.extension}>{filename.slice(title.length)}</span>
    </>
  )
}

function views({ view_count }: PortalDocument) {
  return (
    <>
      {view_count}
      <span>{view_count === 1 ? ' view' : ' views'}</span>
    </>
  )
}

/** @returns whether a document's title cell has more than its name */
function hasState(document: PortalDocument, isOwn = false): boolean {
  const { delete_request_status, just_added, signing_state } = document
  if (delete_request_status === 'pending' || just_added || hasFileBadge(document, isOwn)) return true
  return isOwn ? isUnread(document) : signing_state !== null
}

function nameAndState(document: PortalDocument, rows: RowContextValue, isOwn = false) {
  const { delete_request_status, just_added } = document
  const unread = isOwn && isUnread(document)
  return (
    <span className={classes(style.name, unread && style.unread)}>
      {unread && <span className="visually-hidden">Unread: </span>}
      <span id={rows.nameId(document)}>{nameOf(document, isOwn)}</span> {just_added && <Badge>New</Badge>}
      {!isOwn && signingBadge(document)}
      {delete_request_status === 'pending' && <Badge tone="warning">Delete Requested</Badge>}
      {hasFileBadge(document, isOwn) && <LazyFileBadge document={document} />}
    </span>
  )
}

/** The state of a signing link, for administrators. */
function signingBadge({ signing_state }: PortalDocument) {
  switch (signing_state) {
    case 'sent':
      return <Badge>Not opened</Badge>
    case 'opened':
      return <Badge>Opened</Badge>
    case 'said_signed':
      return <Badge tone="warning">To confirm</Badge>
    case 'confirmed':
      return <Badge>Signed</Badge>
    default:
      return undefined
  }
}

/** For pages inside the portal's layout. @returns the reader's accounts, if they have several */
function useAccounts(): Accounts | undefined {
  return useRouteLoaderData<typeof loader>('shell/portal/portal-layout')?.accounts
}
