import type { Actor } from '../../../server/access/actor.ts'
import { DocumentsPage } from '../documents/documents-page.tsx'
import type { DocumentsData } from '../documents/load-documents.ts'
import { administratorTools } from './administrator-tools.tsx'
import { AskDocumentForm } from './ask-document-form.tsx'
import { nameOf } from './person-name.ts'
import { PersonSwitcher } from './person-switcher.tsx'
import { SigningLinkForm } from './signing-link-form.tsx'

export type ManagedDocumentsProps = DocumentsData & {
  me: Actor
  /** The path of this list. */
  page: string
}

/** The documents of a person, or the administrator's own, with an administrator's tools. */
export function ManagedDocuments(props: ManagedDocumentsProps) {
  const { me, person } = props
  const forName = person.id === me.id ? undefined : nameOf(person)
  return (
    <DocumentsPage
      {...props}
      tools={administratorTools}
      top={<PersonSwitcher me={me} person={person} />}
      add={
        <>
          <SigningLinkForm userId={person.id} forName={forName} />
          {forName && <AskDocumentForm key={person.id} personId={person.id} name={forName} />}
        </>
      }
    />
  )
}
