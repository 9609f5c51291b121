import { useState } from 'react'
import type { Actor } from '../../../../server/access/actor.ts'
import type { ListedUser } from '../../../../server/people/people-list.ts'
import { useHydrated } from '../../../hydrated.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice, useNotice } from '../../../ui/notice.tsx'
import { PersonDialog } from '../people/person-dialog.tsx'
import { PersonForm } from '../people/person-form.tsx'
import { StateBadges } from '../people/state-badges.tsx'
import style from './account-strip.module.css'

/** Above a person's documents: their state, one press to accept a guest, and everything else in a dialog. */
export function AccountStrip({ me, person }: { me: Actor; person: ListedUser }) {
  const [editing, setEditing] = useState(false)
  const { say, ...notice } = useNotice()
  const hydrated = useHydrated()
  const guest = !person.accepted_at && !person.disabled_at
  const onDone = (text: string) => {
    setEditing(false)
    say(text)
  }
  return (
    <section className={style.strip} aria-label="Account">
      <StateBadges person={person} />
      {guest && (
        <PersonForm personId={person.id} intent="accept" label="Accept" busyLabel="Accepting…" onDone={onDone} />
      )}
      <Button size="small" variant="link" disabled={!hydrated} onClick={() => setEditing(true)}>
        Account
      </Button>
      {editing && <PersonDialog me={me} person={person} onClose={() => setEditing(false)} onDone={onDone} />}
      <Notice {...notice} />
    </section>
  )
}
