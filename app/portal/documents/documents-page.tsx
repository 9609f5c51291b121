import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import type { Actor } from '../../../server/access/actor.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useLiveUpdates } from '../live-updates.ts'
import { Trouble } from '../trouble.tsx'
import { useLoadedUploads } from '../uploads/lazy-uploads.ts'
import { UploadArea } from '../uploads/upload-area.tsx'
import { LazyViewer } from '../viewer/lazy-viewer.tsx'
import { documentsAddress, type ListPlace } from './address.ts'
import { DocumentList } from './document-list.tsx'
import type { DocumentTools } from './document-tools.ts'
import style from './documents-page.module.css'
import { byFundAndCategory } from './groups.ts'
import type { DocumentsData } from './loader.ts'
import { useStableDocuments } from './stable-documents.ts'

type Props = DocumentsData & {
  me: Actor
  /** Where these documents are listed. */
  page: string
  tools: DocumentTools
  /** Stands above the upload area. */
  top?: ReactNode
  /** Another way to add a document. */
  add?: ReactNode
}

/** A person's documents: add, find, read, see who read them. In step with the server while it is open. */
export function DocumentsPage({ me, page, tools, top, add, person, query, all, opened, trouble, ...found }: Props) {
  useLiveUpdates(person.id)
  const [search] = useSearchParams()
  const uploads = useLoadedUploads()
  const documents = useStableDocuments(found.documents)
  const own = person.id === me.id
  const name = person.fullName || person.email
  const wanted = search.get('document')
  const place: ListPlace = { page, query, all }

  return (
    <div className={style.page}>
      {top}
      <UploadArea target={{ actorId: me.id, userId: person.id }} forName={own ? undefined : name} />
      {add}
      {uploads && <uploads.UploadList userId={person.id} />}
      <Trouble trouble={trouble} />
      <DocumentList {...found} person={own ? undefined : person} place={place} tools={tools} documents={documents} />
      {found.total === 0 && !trouble && (
        <div className={style.empty}>
          <EmptyState title="No documents yet">
            {own
              ? 'Your notes, agreements and statements will appear here.'
              : `${name} has no documents yet. Anything you upload here is visible to ${name} right away.`}
          </EmptyState>
        </div>
      )}
      {wanted && (
        <LazyViewer
          me={me}
          document={documents.find(({ id }) => id === wanted) ?? (opened?.id === wanted ? opened : undefined)}
          loaded={!trouble || documents.length > 0}
          listAddress={documentsAddress(place)}
          order={byFundAndCategory(documents).flatMap(group => group.documents)}
          addressOf={id => documentsAddress(place, id)}
        />
      )}
    </div>
  )
}
