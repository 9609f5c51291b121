import { type MouseEvent, type ReactNode, useState } from 'react'
import type { Actor } from '../../../server/access/actor.ts'
import { Button } from '../../ui/button.tsx'
import { home, personPage, withQuery } from '../addresses.ts'
import type { Person } from '../documents/loader.ts'
import { nameOf } from './person-name.ts'
import { SwitchDialog } from './switch-dialog.tsx'

type Props = {
  me: Actor
  person: Person
  /** One of their documents, to be opened there. */
  document?: { id: string; filename: string }
  className?: string
  children: ReactNode
}

/**
 * A link to a person's documents. Following it is choosing that person, so it asks first (specification section 4);
 * one's own need no question. Without scripts, or in a window of its own, the banner there tells whose they are.
 */
export function OpenDocuments({ me, person, document, className, children }: Props) {
  const [wanted, setWanted] = useState<Person>()
  const own = person.id === me.id
  const ask = (event: MouseEvent) => {
    if (own || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    setWanted(person)
  }
  return (
    <>
      <Button
        size="small"
        variant="link"
        className={className}
        to={withQuery(own ? home : personPage(person.id), { document: document?.id })}
        onClick={ask}
        aria-label={document ? `Open ${document.filename} of ${nameOf(person)}` : `Open documents of ${nameOf(person)}`}
      >
        {children}
      </Button>
      <SwitchDialog me={me} from={me} to={wanted} document={document?.id} onCancel={() => setWanted(undefined)} />
    </>
  )
}
