import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { unpackRows } from '../../../../rules/packed-rows.ts'
import type { Actor } from '../../../../server/access/actor.ts'
import { DocumentsPage } from '../../../documents/investor/documents-page.tsx'
import { documentsAddress } from '../../../documents/investor/list-address.ts'
import type { DocumentsData } from '../../../documents/investor/load-documents.ts'
import { manage, useConfirmedPerson } from '../../../shell/portal/use-managed-person.ts'
import { classes } from '../../../shell/ui/classes.ts'
import type { TodayData } from '../../../today/office/load-today.ts'
import { TodayPanel } from '../../../today/office/today-panel.tsx'
import { LazyViewer } from '../../../viewer/investor/lazy-viewer.tsx'
import ways from './add-fold.module.css'
import { administratorTools } from './administrator-tools.tsx'
import { AskDocumentForm } from './ask-document-form.tsx'
import { AskToManage, managingField } from './ask-to-manage.tsx'
import style from './managed-documents.module.css'
import { nameOf } from './person-name.ts'
import { PersonSwitcher } from './person-switcher.tsx'
import { SigningLinkForm } from './signing-link-form.tsx'

export type ManagedDocumentsProps = DocumentsData & {
  me: Actor
  /** The path of this list. */
  page: string
  /** Pending items, above the administrator's own documents. */
  today?: TodayData
}

/**
 * A person's documents, or the administrator's own, with an administrator's tools. Another person's are locked until
 * the administrator confirms to manage them: this page asks, regardless of the link (specification section 4).
 */
export function ManagedDocuments(props: ManagedDocumentsProps) {
  const { me, person, today, ...documents } = props
  const own = person.id === me.id
  const forName = own ? undefined : nameOf(person)
  const confirmed = useConfirmedPerson()
  const [address] = useSearchParams()
  useEffect(() => {
    if (own) manage(undefined)
  }, [own])
  if (!own && confirmed !== person.id && address.get(managingField) !== person.id)
    return (
      <>
        <PersonSwitcher me={me} person={person} isInRow />
        <AskToManage person={person} page={documents.page} />
        <OpenedDocument {...documents} me={me} />
      </>
    )
  return (
    <DocumentsPage
      {...documents}
      me={me}
      person={person}
      tools={administratorTools}
      follows={own ? 'all' : undefined}
      isDense={!own}
      className={own ? undefined : style.managed}
      top={
        <>
          {own && today && <TodayPanel {...today} isPart />}
          <PersonSwitcher me={me} person={person} isInRow={!own} />
        </>
      }
      add={
        <div className={classes(`cluster ${ways.ways}`, style.ways)}>
          <SigningLinkForm userId={person.id} forName={forName} />
          {forName && <AskDocumentForm key={person.id} personId={person.id} name={forName} />}
        </div>
      }
    />
  )
}

type OpenedProps = Pick<ManagedDocumentsProps, 'me' | 'page' | 'rows' | 'opened' | 'query' | 'all' | 'loadError'>

/** The document that a link opens: reading changes nothing, so it needs no confirmation. */
function OpenedDocument({ me, rows, opened, loadError, ...view }: OpenedProps) {
  const [address] = useSearchParams()
  const id = address.get('document')
  if (!id) return null
  const document = unpackRows(rows).find(each => each.id === id) ?? (opened?.id === id ? opened : undefined)
  return (
    <LazyViewer
      me={me}
      document={document}
      loaded={!loadError}
      listAddress={documentsAddress(view)}
      order={document ? [document] : []}
      addressOf={other => documentsAddress(view, other)}
    />
  )
}
