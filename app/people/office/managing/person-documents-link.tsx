import type { ReactNode } from 'react'
import { href } from 'react-router'
import { withQuery } from '../../../../rules/url.ts'
import type { Actor } from '../../../../server/access/actor.ts'
import type { Person } from '../../../documents/investor/load-documents.ts'
import { Button } from '../../../shell/ui/button.tsx'
import { nameOf } from './person-name.ts'

type Props = {
  me: Actor
  person: Person
  /** One of their documents, which the link opens. */
  document?: { id: string; filename: string }
  className?: string
  children: ReactNode
}

/** A link to a person's documents. The page asks before anything can be changed there (specification section 4). */
export function PersonDocumentsLink({ me, person, document, className, children }: Props) {
  const own = person.id === me.id
  return (
    <Button
      size="small"
      variant="link"
      className={className}
      to={withQuery(own ? href('/profile') : href('/profile/admin/people/:id', { id: person.id }), {
        document: document?.id,
      })}
      aria-label={
        document ? `View document: ${document.filename} of ${nameOf(person)}` : `Open documents of ${nameOf(person)}`
      }
    >
      {children}
    </Button>
  )
}
