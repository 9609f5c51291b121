import { type ReactNode, useMemo, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { type PackedRows, unpackRows } from '../../../rules/packed-rows.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { LoadError } from '../../shell/portal/load-error.tsx'
import { useLiveUpdates } from '../../shell/portal/use-live-updates.ts'
import { classes } from '../../shell/ui/classes.ts'
import { EmptyState } from '../../shell/ui/empty-state.tsx'
import { AddFiles } from '../../uploads/investor/add-files.tsx'
import { useLoadedUploads } from '../../uploads/investor/lazy-uploads.ts'
import { LazyViewer } from '../../viewer/investor/lazy-viewer.tsx'
import type { PortalDocument } from '../server/documents.ts'
import { groupByFundAndCategory } from './document-groups.ts'
import { DocumentList } from './document-list.tsx'
import type { DocumentTools } from './document-tools.ts'
import style from './documents-page.module.css'
import { documentsAddress, type ListView } from './list-address.ts'
import type { DocumentsData } from './load-documents.ts'

type Props = DocumentsData & {
  me: Actor
  /** The path of this list. */
  page: string
  tools: DocumentTools
  /** Shown above the list. */
  top?: ReactNode
  /** Shown between the list's filters and its first row. */
  first?: ReactNode
  /** Another way to add a document, shown below the list's heading. */
  add?: ReactNode
  /** Shown beside `top` where there is room, else below it. */
  aside?: ReactNode
  /** Compact, so that the list starts higher up. */
  isDense?: boolean
  className?: string | undefined
  /** The subject of live updates, if not only this person; see `useLiveUpdates`. */
  follows?: string
}

/** A person's documents: find, open, add, see who opened them. Updates live. */
export function DocumentsPage({
  me,
  page,
  tools,
  top,
  first,
  add,
  aside,
  isDense,
  className,
  follows,
  person,
  query,
  all,
  opened,
  spaceNote,
  loadError,
  rows,
  ...found
}: Props) {
  useLiveUpdates(follows ?? person.id)
  const [search] = useSearchParams()
  const uploads = useLoadedUploads()
  const documents = useStableDocuments(rows)
  const own = person.id === me.id
  const name = own ? undefined : person.fullName || person.email
  const openedId = search.get('document')
  const view: ListView = { page, query, all }

  return (
    <div className={classes(style.page, isDense && style.dense, className)}>
      {top}
      {aside}
      <section className={style.documents} id="documents" aria-label="Documents">
        <AddFiles me={me} userId={person.id} forName={name} heading={own ? 'Your documents' : 'Documents'} />
        {spaceNote && <p className="quiet above-3">{spaceNote}</p>}
        {add}
        {uploads && <uploads.UploadList userId={person.id} forName={name} />}
        <LoadError error={loadError} />
        <DocumentList
          {...found}
          personId={person.id}
          person={own ? undefined : person}
          view={view}
          tools={tools}
          documents={documents}
          first={first}
        />
        {found.total === 0 && !loadError && (
          <div className={style.empty}>
            <EmptyState title="No documents yet" level={3}>
              {name
                ? `${name} has no documents yet. Anything you upload here is visible to ${name} right away.`
                : 'Your notes, agreements and statements will appear here.'}
            </EmptyState>
          </div>
        )}
      </section>
      {openedId && (
        <LazyViewer
          me={me}
          document={documents.find(({ id }) => id === openedId) ?? (opened?.id === openedId ? opened : undefined)}
          loaded={!loadError || documents.length > 0}
          listAddress={documentsAddress(view)}
          order={groupByFundAndCategory(documents).flatMap(group => group.documents)}
          addressOf={id => documentsAddress(view, id)}
        />
      )}
    </div>
  )
}

/**
 * Each reload of a list creates new objects for all of its documents.
 * @returns the documents, reusing the objects of unchanged ones, so their rows don't re-render
 */
function useStableDocuments(packed: PackedRows<PortalDocument>): PortalDocument[] {
  const last = useRef<PortalDocument[]>([])
  return useMemo(() => {
    const rows = unpackRows(packed)
    // The server, and a page just opened, has no previous ones to compare with.
    if (last.current.length === 0) {
      last.current = rows
      return rows
    }
    const previous = new Map(last.current.map(document => [JSON.stringify(document), document]))
    last.current = rows.map(document => previous.get(JSON.stringify(document)) ?? document)
    return last.current
  }, [packed])
}
