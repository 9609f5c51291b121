import type { Actor } from '../../../server/access/actor.ts'
import { classes } from '../../ui/classes.ts'
import type { TodayData } from '../admin/today/load-today.ts'
import { TodayPanel } from '../admin/today/today-panel.tsx'
import { DocumentsPage } from '../documents/documents-page.tsx'
import type { DocumentsData } from '../documents/load-documents.ts'
import { administratorTools } from './administrator-tools.tsx'
import { AskDocumentForm } from './ask-document-form.tsx'
import style from './managed-documents.module.css'
import { nameOf } from './person-name.ts'
import { PersonSwitcher } from './person-switcher.tsx'
import ways from './signing-link-form.module.css'
import { SigningLinkForm } from './signing-link-form.tsx'

export type ManagedDocumentsProps = DocumentsData & {
  me: Actor
  /** The path of this list. */
  page: string
  /** What is waiting, above the administrator's own documents. */
  today?: TodayData
}

/** The documents of a person, or the administrator's own, with an administrator's tools. */
export function ManagedDocuments(props: ManagedDocumentsProps) {
  const { me, person, today, ...documents } = props
  const own = person.id === me.id
  const forName = own ? undefined : nameOf(person)
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
        <div className={classes(ways.ways, style.ways)}>
          <SigningLinkForm userId={person.id} forName={forName} />
          {forName && <AskDocumentForm key={person.id} personId={person.id} name={forName} />}
        </div>
      }
    />
  )
}
