import { useState } from 'react'
import type { Actor } from '../../../server/access/actor.ts'
import { useHydrated } from '../../hydrated.ts'
import { Button } from '../../ui/button.tsx'
import { home } from '../addresses.ts'
import type { Person } from '../documents/loader.ts'
import style from './managing.module.css'
import { nameOf } from './person-name.ts'
import { myDocuments, PersonPicker } from './person-picker.tsx'
import { SwitchDialog } from './switch-dialog.tsx'

/**
 * For administrators, at the top of the documents: whose documents they manage, behind a lock (specification section
 * 4). Locked by default; unlocked, another user can be chosen; that has to be confirmed, and locks again. While they
 * are somebody else's, a banner that stays in sight says so.
 *
 * Draw it with `key={person.id}` somewhere above, so that a change of person locks it, and directly in what holds the
 * whole list: the banner stays in sight only within its parent.
 */
export function Managing({ me, person }: { me: Actor; person: Person }) {
  const [locked, setLocked] = useState(true)
  const [wanted, setWanted] = useState<Person>()
  const hydrated = useHydrated()
  const own = person.id === me.id

  const choose = (chosen: Person) => {
    if (chosen.id === person.id) setLocked(true)
    else setWanted(chosen)
  }
  return (
    <>
      <section className={style.choice} aria-label="Managing a user’s documents">
        <PersonPicker me={me} person={person} locked={locked} onChoose={choose} />
        <Button className={style.lock} onClick={() => setLocked(!locked)} disabled={!hydrated}>
          {locked ? 'Unlock' : 'Lock'}
        </Button>
      </section>
      {!own && (
        <div className={style.banner} role="note">
          <p>
            Documents of <strong>{nameOf(person)}</strong>
          </p>
          {person.fullName && <p className={style.email}>{person.email}</p>}
          {hydrated ? (
            <Button variant="link" onClick={() => setWanted(me)}>
              {myDocuments}
            </Button>
          ) : (
            <Button variant="link" to={home}>
              {myDocuments}
            </Button>
          )}
        </div>
      )}
      <SwitchDialog me={me} from={person} to={wanted} onCancel={() => setWanted(undefined)} />
    </>
  )
}
