import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { href } from 'react-router'
import { browserMessages } from '../../../../rules/browser-messages.ts'
import { searchDelay } from '../../../../rules/limits.ts'
import { countOf, grouped } from '../../../../rules/number.ts'
import type { Actor } from '../../../../server/access/actor.ts'
import type { Person } from '../../../documents/investor/load-documents.ts'
import { fetchOwn } from '../../../shell/own-answer.ts'
import { FieldFrame } from '../../../shell/ui/field.tsx'
import { OptionList } from './option-list.tsx'
import type { PeopleSearchResult } from './people-search.ts'
import style from './person-picker.module.css'

type Props = {
  me: Actor
  /** The chosen person. */
  person: Person
  locked: boolean
  onChoose: (person: Person) => void
}

type Option = { person: Person; organization?: string | null }
type Search = { text: string } & ReturnType<typeof usePeopleSearch>

/** The label of the administrator's own entry (specification section 4). */
export const myDocuments = 'My Documents'

/**
 * Chooses one of thousands of people: an editable combobox with a list (ARIA authoring practices). Arrows move, Enter
 * chooses, Escape cancels. While it is locked, no choice is possible.
 */
export function PersonPicker({ me, person, locked, onChoose }: Props) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  // Undefined while the field shows the chosen person.
  const [typed, setTyped] = useState<string>()
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(0)
  const shown = open && !locked
  const text = typed?.trim() ?? ''
  const search = { text, ...usePeopleSearch(text, shown) }

  const options = optionsFrom(search, me)
  const chosen = Math.min(active, options.length - 1)

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
  const onKeyDown = (event: KeyboardEvent) => {
    const { key } = event
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      if (!shown) setOpen(true)
      else if (options.length) setActive((chosen + (key === 'ArrowDown' ? 1 : -1) + options.length) % options.length)
    } else if (key === 'Enter' && shown) choose(chosen)
    else if (key === 'Escape' && shown) close()
    else return
    event.preventDefault()
  }
  return (
    // Moving focus between the field and the list doesn't close the list.
    // biome-ignore lint/a11y/noStaticElementInteractions: it only reacts to focus leaving
    <div
      className={style.picker}
      onBlur={event => !event.currentTarget.contains(event.relatedTarget) && open && close()}
    >
      <FieldFrame
        label="Account"
        hint={
          locked
            ? 'Locked to prevent mistakes. Unlock to choose a person.'
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
            onKeyDown={onKeyDown}
          />
        )}
      </FieldFrame>
      <OptionList
        id={id}
        label="People"
        options={options}
        keyOf={option => option.person.id}
        isSelected={option => option.person.id === person.id}
        active={shown ? chosen : -1}
        onActivate={setActive}
        onChoose={choose}
        hidden={!shown}
        className={style.drop}
        foot={
          <p className={`tabular double-above quiet ${style.count}`} role="status">
            {shown && statusText(search)}
          </p>
        }
      >
        {option => <OptionText me={me} option={option} />}
      </OptionList>
    </div>
  )
}

function OptionText({ me, option: { person, organization } }: { me: Actor; option: Option }) {
  const email = person.fullName || person.id === me.id ? person.email : ''
  return (
    <>
      <span className={`strong ${style.name}`}>{labelOf(me, person, true)}</span>
      <span className="quiet">{[email, organization].filter(Boolean).join(' · ')}</span>
    </>
  )
}

/** @returns the people found, preceded by the administrator's own entry while nothing is typed */
function optionsFrom({ text, people = [] }: Search, me: Actor): Option[] {
  const others = people
    .filter(({ id }) => id !== me.id)
    .map(({ organization, ...person }) => ({ person, organization }))
  return text ? others : [{ person: me }, ...others]
}

/** @returns the result of the search, as shown below the options and announced */
function statusText({ text, people = [], total = 0, error, searching }: Search): string {
  if (error) return error
  if (searching) return 'Searching…'
  if (people.length === 0) return `No one found for “${text}”.`
  if (total > people.length) return `Showing the newest ${people.length} of ${grouped(total)} people. Type to search.`
  return countOf(total, 'person', 'people')
}

function labelOf(me: Actor, { id, fullName, email }: Person, short = false): string {
  if (id === me.id) return myDocuments
  return fullName ? (short ? fullName : `${fullName} (${email})`) : email
}

type SearchState = Partial<PeopleSearchResult> & {
  /** The search that was answered. */
  search?: string
  /** Why the search failed. */
  error?: string
}

/**
 * Searches people while an administrator types.
 * @param search the text in the field
 * @param enabled sends no requests while false
 * @returns the last answer, and whether a newer one is expected
 */
function usePeopleSearch(search: string, enabled: boolean): SearchState & { searching: boolean } {
  const [found, setFound] = useState<SearchState>({})
  useEffect(() => {
    if (!enabled) return
    const gone = new AbortController()
    const ask = async () => {
      try {
        const query = new URLSearchParams({ search })
        const answer = await fetchOwn(`${href('/profile/people')}?${query}`, { signal: gone.signal })
        const body = await answer.json()
        setFound(answer.ok ? { search, ...body } : { search, error: body.message ?? browserMessages.LOAD_USERS_FAILED })
      } catch (error) {
        if (gone.signal.aborted) return
        // `fetch` throws a TypeError when there is no connection.
        setFound({
          search,
          error: error instanceof TypeError ? browserMessages.NO_CONNECTION : browserMessages.LOAD_USERS_FAILED,
        })
      }
    }
    // The first list, before anything is typed, is requested without delay.
    const timer = setTimeout(ask, search ? searchDelay : 0)
    return () => {
      clearTimeout(timer)
      gone.abort()
    }
  }, [search, enabled])
  return { ...found, searching: enabled && found.search !== search }
}
