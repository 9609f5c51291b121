import { useSearchParams } from 'react-router'
import type { Actor } from '../../../server/access/actor.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Managing } from '../managing/managing.tsx'
import { Trouble } from '../trouble.tsx'
import { UploadArea } from '../uploads/upload-area.tsx'
import { UploadList } from '../uploads/upload-list.tsx'
import { Viewer } from '../viewer/viewer.tsx'
import { documentsAddress, type ListPlace } from './address.ts'
import { DocumentList } from './document-list.tsx'
import style from './documents-tab.module.css'
import { byFundAndCategory } from './groups.ts'
import { useLiveDocuments } from './live.ts'
import type { DocumentsData } from './load.ts'
import { useSameDocuments } from './same-documents.ts'
import { SigningLinkForm } from './signing-link-form.tsx'

type Props = { me: Actor } & DocumentsData

/** A person's documents: add, find, read, see who read them. In step with the server while it is open. */
export function DocumentsTab({ me, person, query, all, opened, trouble, ...found }: Props) {
  useLiveDocuments(person.id)
  const [search] = useSearchParams()
  const documents = useSameDocuments(found.documents)
  const own = person.id === me.id
  const name = person.fullName || person.email
  const wanted = search.get('document')
  const place: ListPlace = { user: own ? undefined : person.id, query, all }

  return (
    <div className={style.tab}>
      <Managing me={me} person={person} />
      <UploadArea target={{ actorId: me.id, userId: person.id }} forName={own ? undefined : name} />
      {me.isAdmin && <SigningLinkForm userId={person.id} forName={own ? undefined : name} />}
      <UploadList userId={person.id} />
      <Trouble trouble={trouble} />
      <DocumentList {...found} me={me} person={own ? undefined : person} place={place} documents={documents} />
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
        <Viewer
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
