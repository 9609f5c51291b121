import type { Actor } from '../../../server/access/actor.ts'
import { DocumentsPage } from '../documents/documents-page.tsx'
import type { DocumentsData } from '../documents/loader.ts'
import { administratorTools } from './administrator-tools.tsx'
import { Managing } from './managing.tsx'
import { nameOf } from './person-name.ts'
import { SigningLinkForm } from './signing-link-form.tsx'

export type ManagedProps = DocumentsData & {
  me: Actor
  /** Where these documents are listed. */
  page: string
}

/** A person's documents, or their own, as an administrator sees and manages them. */
export function ManagedDocuments(props: ManagedProps) {
  const { me, person } = props
  const forName = person.id === me.id ? undefined : nameOf(person)
  return (
    <DocumentsPage
      {...props}
      tools={administratorTools}
      top={<Managing me={me} person={person} />}
      add={<SigningLinkForm userId={person.id} forName={forName} />}
    />
  )
}
