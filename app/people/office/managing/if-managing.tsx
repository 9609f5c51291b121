import { type MouseEvent, type ReactNode, useState } from 'react'
import { href } from 'react-router'
import { withQuery } from '../../../../rules/url.ts'
import type { Actor } from '../../../../server/access/actor.ts'
import type { Person } from '../../../documents/investor/load-documents.ts'
import { manage, useConfirmedPerson } from '../../../shell/portal/use-managed-person.ts'
import { Button } from '../../../shell/ui/button.tsx'
import style from './ask-to-manage.module.css'
import { managingField } from './ask-to-manage.tsx'
import { SwitchPersonDialog } from './switch-person-dialog.tsx'

type Props = { me: Actor; person: Person; label: string; children: ReactNode }

/**
 * Controls that change a person's documents outside their list, behind the same lock. Until it is confirmed, a button
 * with this label asks; without scripts it leads to their documents, which ask.
 */
export function IfManaging({ me, person, label, children }: Props) {
  const confirmed = useConfirmedPerson()
  const [asking, setAsking] = useState(false)
  if (person.id === me.id || confirmed === person.id) return children
  return (
    <>
      <Button
        size="small"
        className={style.ask}
        to={withQuery(href('/profile/admin/people/:id', { id: person.id }), { [managingField]: person.id })}
        onClick={(event: MouseEvent) => {
          event.preventDefault()
          setAsking(true)
        }}
      >
        {label}
      </Button>
      <SwitchPersonDialog
        me={me}
        from={me}
        to={asking ? person : undefined}
        onCancel={() => setAsking(false)}
        onConfirm={() => manage(person.id)}
      />
    </>
  )
}
