import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { grouped } from '../../../rules/number.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { classes } from '../../ui/classes.ts'
import { FieldFrame } from '../../ui/field.tsx'
import type { Person } from '../documents/loader.ts'
import style from './person-picker.module.css'
import { usePeople } from './use-people.ts'

type Props = {
  me: Actor
  /** Who is chosen. */
  person: Person
  locked: boolean
  onChoose: (person: Person) => void
}

/** Specification section 4: what one's own entry is called. */
export const myDocuments = 'My Documents'

/**
 * Chooses one of thousands of people: an editable combobox with a list (ARIA authoring practices). Arrows move, Enter
 * chooses, Escape leaves everything as it is. While it is locked nothing can be chosen.
 */
export function PersonPicker({ me, person, locked, onChoose }: Props) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  // What is typed; undefined while the field shows who is chosen.
  const [typed, setTyped] = useState<string>()
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(0)
  const shown = open && !locked
  const { people = [], total = 0, error, searching } = usePeople(typed?.trim() ?? '', shown)

  const others = people.filter(one => one.id !== me.id)
  const options: { person: Person; organization?: string | null }[] = [
    ...(typed?.trim() ? [] : [{ person: me }]),
    ...others.map(one => ({
      person: { id: one.id, email: one.email, fullName: one.full_name },
      organization: one.organization,
    })),
  ]
  const chosen = Math.min(active, options.length - 1)

  useEffect(() => {
    if (shown && chosen >= 0) list.current?.children[chosen]?.scrollIntoView({ block: 'nearest' })
  }, [shown, chosen])

  const close = () => {
    setOpen(false)
    setTyped(undefined)
    setActive(0)
  }
  const choose = (index: number) => {
    const option = options[index]
    close()
    if (option) onChoose(option.person)
  }
  const press = (event: KeyboardEvent) => {
    const { key } = event
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      if (!shown) setOpen(true)
      else if (options.length) setActive((chosen + (key === 'ArrowDown' ? 1 : -1) + options.length) % options.length)
    } else if (key === 'Enter' && shown) choose(chosen)
    else if (key === 'Escape' && shown) close()
    else return
    event.preventDefault()
  }
  const count = error
    ? error
    : searching
      ? 'Searching…'
      : people.length === 0
        ? `No users found for “${typed?.trim()}”.`
        : total > people.length
          ? `Showing the newest ${people.length} of ${grouped(total)} people. Type to search.`
          : total === 1
            ? '1 person'
            : `${total} people`

  return (
    // Focus on its way from the field into the list or back stays within.
    // biome-ignore lint/a11y/noStaticElementInteractions: it only hears that focus has gone
    <div
      className={style.picker}
      onBlur={event => !event.currentTarget.contains(event.relatedTarget) && open && close()}
    >
      <FieldFrame
        label="Whose documents"
        hint={
          locked
            ? 'Locked to prevent mistakes. Unlock to choose a user.'
            : 'Unlocked. You’ll be asked to confirm before anything changes.'
        }
      >
        {wiring => (
          <input
            {...wiring}
            ref={input}
            type="text"
            role="combobox"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            disabled={locked}
            placeholder="Name, e-mail or organization"
            value={typed ?? labelOf(me, person)}
            aria-expanded={shown}
            aria-controls={`${id}-list`}
            aria-autocomplete="list"
            aria-activedescendant={shown && chosen >= 0 ? `${id}-${chosen}` : undefined}
            onFocus={event => event.target.select()}
            onClick={() => setOpen(true)}
            onChange={event => {
              setTyped(event.target.value)
              setActive(0)
              setOpen(true)
            }}
            onKeyDown={press}
          />
        )}
      </FieldFrame>
      <div className={style.drop} hidden={!shown}>
        <div ref={list} role="listbox" id={`${id}-list`} aria-label="Users" className={style.list}>
          {options.map((option, index) => (
            // biome-ignore lint/a11y/useFocusableInteractive: focus stays in the field, which names the active option
            // biome-ignore lint/a11y/useKeyWithClickEvents: keys are heard in the field
            <div
              key={option.person.id}
              id={`${id}-${index}`}
              role="option"
              aria-selected={option.person.id === person.id}
              className={classes(style.option, index === chosen && style.active)}
              onMouseDown={event => event.preventDefault()}
              onMouseMove={() => index !== active && setActive(index)}
              onClick={() => choose(index)}
            >
              <span className={style.name}>{labelOf(me, option.person, true)}</span>
              <span className={style.more}>
                {[option.person.fullName || option.person.id === me.id ? option.person.email : '', option.organization]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </div>
          ))}
        </div>
        <p className={style.count} role="status">
          {shown && count}
        </p>
      </div>
    </div>
  )
}

function labelOf(me: Actor, { id, fullName, email }: Person, short = false): string {
  if (id === me.id) return myDocuments
  return fullName ? (short ? fullName : `${fullName} (${email})`) : email
}
