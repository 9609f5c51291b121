import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import type { Actor } from '../../../server/actor.ts'
import type { PortalDocument } from '../../../server/documents.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Link } from '../../ui/link.tsx'
import type { Refusal } from '../errors.ts'
import type { Person } from '../profile-data.ts'
import { Trouble } from '../trouble.tsx'
import { UploadArea } from '../uploads/upload-area.tsx'
import { UploadList } from '../uploads/upload-list.tsx'
import { Viewer } from '../viewer/viewer.tsx'
import { DocumentLedger } from './document-ledger.tsx'
import style from './documents-tab.module.css'
import { byFundAndCategory } from './groups.ts'
import { useLiveDocuments } from './live.ts'

type Props = {
  me: Actor
  /** Whose documents these are. */
  person: Person
  /** Newest first: all of them, or the first ones. */
  documents: PortalDocument[]
  total: number
  /** The opened one, where it is not among those. */
  opened?: PortalDocument
  trouble?: Refusal
}

/** A person's documents: add, read, see who read them. In step with the server while it is open. */
export function DocumentsTab({ me, person, documents, total, opened, trouble }: Props) {
  useLiveDocuments(person.id)
  const [query] = useSearchParams()
  const groups = useMemo(() => byFundAndCategory(documents), [documents])
  const own = person.id === me.id
  const name = person.fullName || person.email
  const wanted = query.get('document')
  const all = query.get('show') === 'all'

  const addressOf = (document?: string, show = all) => {
    const search = new URLSearchParams({
      ...(!own && { user: person.id }),
      ...(show && { show: 'all' }),
      ...(document && { document }),
    }).toString()
    return `/profile${search && `?${search}`}`
  }

  return (
    <div className={style.tab}>
      {!own && (
        <div className={style.whose} role="note">
          <p>
            These are the documents of <strong>{name}</strong>
            {person.fullName && <span> ({person.email})</span>}.
          </p>
          <Link to="/profile">Back to my documents</Link>
        </div>
      )}
      <UploadArea target={{ actorId: me.id, userId: person.id }} forName={own ? undefined : name} />
      <UploadList userId={person.id} />
      <Trouble trouble={trouble} />
      {groups.map(group => (
        <section key={group.key} className={style.group}>
          <h2>{group.fund}</h2>
          <DocumentLedger group={group} addressOf={addressOf} />
        </section>
      ))}
      {total > documents.length && (
        <p className={style.more}>
          These are the newest {documents.length} of {total.toLocaleString('en-US')} documents.{' '}
          <Link to={addressOf(undefined, true)} preventScrollReset viewTransition={false}>
            Show all
          </Link>
        </p>
      )}
      {groups.length === 0 && !trouble && (
        <div className={style.empty}>
          <EmptyState title="No documents yet">
            {own
              ? 'Your notes, agreements and statements will stand here as soon as you or the fund adds them.'
              : `Nothing has been added for ${name} yet. What you upload here, ${name} can read at once.`}
          </EmptyState>
        </div>
      )}
      {wanted && (
        <Viewer
          key={wanted}
          document={documents.find(({ id }) => id === wanted) ?? (opened?.id === wanted ? opened : undefined)}
          loaded={!trouble || documents.length > 0}
          listAddress={addressOf()}
        />
      )}
    </div>
  )
}
