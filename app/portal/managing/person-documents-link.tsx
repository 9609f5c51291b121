import { type MouseEvent, type ReactNode, useState } from 'react'
import { href } from 'react-router'
import { withQuery } from '../../../rules/url.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { Button } from '../../ui/button.tsx'
import type { Person } from '../documents/load-documents.ts'
import { nameOf } from './person-name.ts'
import { SwitchPersonDialog } from './switch-person-dialog.tsx'

type Props = {
  me: Actor
  person: Person
  /** One of their documents, which the link opens. */
  document?: { id: string; filename: string }
  className?: string
  children: ReactNode
}

/**
 * A link to a person's documents. Following it chooses that person, so it asks first (specification section 4), except
 * for the administrator's own documents. Without scripts, or in a new tab, the banner there says whose they are.
 */
export function PersonDocumentsLink({ me, person, document, className, children }: Props) {
  const [confirming, setConfirming] = useState<Person>()
  const own = person.id === me.id
  const ask = (event: MouseEvent) => {
    if (own || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    setConfirming(person)
  }
  return (
    <>
      <Button
        size="small"
        variant="link"
        className={className}
        to={withQuery(own ? href('/profile') : href('/profile/admin/people/:id', { id: person.id }), {
          document: document?.id,
        })}
        onClick={ask}
        aria-label={
          document ? `View document: ${document.filename} of ${nameOf(person)}` : `Open documents of ${nameOf(person)}`
        }
      >
        {children}
      </Button>
      <SwitchPersonDialog
        me={me}
        from={me}
        to={confirming}
        document={document?.id}
        onCancel={() => setConfirming(undefined)}
      />
    </>
  )
}
