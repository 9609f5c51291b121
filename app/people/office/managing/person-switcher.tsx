import { useState } from 'react'
import type { Actor } from '../../../../server/access/actor.ts'
import type { Person } from '../../../documents/investor/load-documents.ts'
import { useHydrated } from '../../../shell/hydrated.ts'
import { Button } from '../../../shell/ui/button.tsx'
import { classes } from '../../../shell/ui/classes.ts'
import { PersonPicker } from './person-picker.tsx'
import style from './person-switcher.module.css'
import { SwitchPersonDialog } from './switch-person-dialog.tsx'

type Props = {
  me: Actor
  person: Person
  /** On a desktop, in one row with its label and hint. */
  isInRow?: boolean
}

/**
 * For administrators, above the documents: the managed person, behind a lock (specification section 4). It starts
 * locked. Once unlocked, another user can be chosen; that must be confirmed, and locks it again.
 *
 * Render it below an element with `key={person.id}`, so that a change of person locks it.
 */
export function PersonSwitcher({ me, person, isInRow }: Props) {
  const [locked, setLocked] = useState(true)
  const [switchingTo, setSwitchingTo] = useState<Person>()
  const hydrated = useHydrated()

  const choose = (chosen: Person) => {
    if (chosen.id === person.id) setLocked(true)
    else setSwitchingTo(chosen)
  }
  return (
    <>
      <section
        className={classes(`cluster gap-3-4 ${style.choice}`, isInRow && style.row)}
        aria-label="Account to manage"
      >
        <PersonPicker me={me} person={person} locked={locked} onChoose={choose} />
        <Button className={style.lock} onClick={() => setLocked(!locked)} disabled={!hydrated}>
          {locked ? 'Unlock' : 'Lock'}
        </Button>
      </section>
      <SwitchPersonDialog me={me} from={person} to={switchingTo} onCancel={() => setSwitchingTo(undefined)} />
    </>
  )
}
