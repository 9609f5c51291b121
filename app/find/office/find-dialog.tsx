import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { searchLength } from '../../../rules/limits.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { Button } from '../../shell/ui/button.tsx'
import { classes } from '../../shell/ui/classes.ts'
import { Dialog } from '../../shell/ui/dialog.tsx'
import { FieldFrame } from '../../shell/ui/field.tsx'
import { Link } from '../../shell/ui/link.tsx'
import { groupsOf } from './entries.ts'
import type { Entry, Group } from './entry.ts'
import { EntryText } from './entry-text.tsx'
import style from './find.module.css'
import { usualPlaces } from './places.ts'
import { recentOf, remember } from './recent.ts'
import { useFind } from './use-find.ts'
import { countWords, findLabel, nothingFound, whatToTry, whatToType } from './words.ts'

/**
 * Searches everything in the office while typing: an editable combobox with a list in groups (ARIA authoring
 * practices). The first result is preselected; arrows move, Enter opens it, Escape closes. Enter before the answer
 * waits for it.
 */
export function FindDialog({ me, onClose }: { me: Actor; onClose: () => void }) {
  const id = useId()
  const { pathname } = useLocation()
  const list = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [active, setActive] = useState(0)
  const [opensOnAnswer, setOpensOnAnswer] = useState(false)
  const search = typed.trim()
  const { answer, failure, answered, ask } = useFind(search)
  const isAnswered = !search || answered === search

  const isEmpty = !search || !(answer || failure)
  const groups = isEmpty ? groupsWithoutWords(me.id, pathname) : answer ? groupsOf(answer.search, answer) : []
  const count = groups.reduce((sum, { entries }) => sum + entries.length, 0)
  const go = (inNewTab: boolean) => {
    const link = list.current?.querySelectorAll<HTMLAnchorElement>('[role=option]')[active]
    if (link && inNewTab) open(link.href)
    else link?.click()
  }
  useEffect(() => {
    if (!opensOnAnswer || !isAnswered) return
    setOpensOnAnswer(false)
    list.current?.querySelector<HTMLAnchorElement>('[role=option]')?.click()
  }, [opensOnAnswer, isAnswered])

  const onKeyDown = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey } = event
    const step = { ArrowDown: 1, ArrowUp: -1 }[key]
    if (step && count > 0) setActive((active + step + count) % count)
    else if (key === 'Enter' && isAnswered) go(ctrlKey || metaKey)
    else if (key === 'Enter') setOpensOnAnswer(true)
    else return
    event.preventDefault()
  }
  const type = (words: string) => {
    setTyped(words)
    setActive(0)
    setOpensOnAnswer(false)
  }
  const clear = () => {
    type('')
    input.current?.focus()
  }
  const choose = (entry: Entry) => {
    remember(me.id, entry)
    onClose()
  }
  return (
    <Dialog open onClose={onClose} title="Find" size="palette">
      <FieldFrame label={findLabel} hideLabel hint={whatToType} className={style.field}>
        {wiring => (
          <input
            {...wiring}
            ref={input}
            type="text"
            role="combobox"
            data-autofocus
            inputMode="search"
            enterKeyHint="go"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={searchLength}
            value={typed}
            aria-expanded={count > 0}
            aria-controls={`${id}-list`}
            aria-autocomplete="list"
            aria-activedescendant={count > 0 && active < count ? `${id}-${active}` : undefined}
            onChange={({ target }) => type(target.value)}
            onKeyDown={onKeyDown}
          />
        )}
      </FieldFrame>
      <div className={`cluster center gap-1-4 ${style.outcome}`}>
        <p role="status" className={classes(`quiet tabular ${style.status}`, !isAnswered && style.asking)}>
          {!isAnswered ? 'Searching…' : failure ? failure.message : statusWords(search, groups)}
        </p>
        {failure && isAnswered && (
          <Button size="small" onClick={ask}>
            Try again
          </Button>
        )}
        {search && isAnswered && !failure && count === 0 && (
          <Button size="small" variant="link" onClick={clear}>
            Clear search
          </Button>
        )}
      </div>
      <Results id={id} list={list} groups={groups} active={active} onActivate={setActive} onChoose={choose} />
    </Dialog>
  )
}

function statusWords(search: string, groups: readonly Group[]): string {
  if (!search) return ''
  return groups.length > 0 ? countWords(groups) : `${nothingFound(search)}. ${whatToTry}`
}

/** The groups offered before anything is typed. */
function groupsWithoutWords(of: string, here: string): Group[] {
  const recent = recentOf(of).filter(({ to }) => to !== here)
  const others = usualPlaces.filter(({ to }) => to !== here && recent.every(each => each.to !== to))
  return [
    ...(recent.length > 0 ? [{ key: 'recent', label: 'Recent pages', entries: recent }] : []),
    { key: 'place', label: 'Pages', entries: others },
  ]
}

type ResultsProps = {
  /** Prefix of the elements' ids. */
  id: string
  list: RefObject<HTMLDivElement | null>
  groups: readonly Group[]
  /** Index of the highlighted entry among all. */
  active: number
  onActivate: (index: number) => void
  onChoose: (entry: Entry) => void
}

function Results({ id, list, groups, active, onActivate, onChoose }: ResultsProps) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new list begins at its top
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
    if (active === 0) list.current?.scrollTo(0, 0)
  }, [active, groups.length, list])
  let index = 0
  return (
    <div ref={list} role="listbox" id={`${id}-list`} aria-label="Results" className={style.results}>
      {groups.map(({ key, label, entries, isCut }) => (
        // biome-ignore lint/a11y/useSemanticElements: a listbox has groups, and no fieldsets
        <div key={key} role="group" aria-labelledby={`${id}-${key}`}>
          <div id={`${id}-${key}`} role="presentation" className={`fine muted strong ${style.heading}`}>
            {label}
            {isCut && <span className={`fine muted regular ${style.cut}`}>the first of more</span>}
          </div>
          {entries.map(entry => {
            const at = index++
            return (
              <Link
                key={entry.key}
                id={`${id}-${at}`}
                to={entry.to}
                role="option"
                tabIndex={-1}
                aria-selected={at === active}
                className={classes(
                  `cluster baseline gap-0-3 small touch line-below ${style.entry}`,
                  at === active && style.active,
                )}
                onMouseDown={event => event.preventDefault()}
                onMouseMove={() => at !== active && onActivate(at)}
                onClick={() => onChoose(entry)}
              >
                <EntryText entry={entry} />
              </Link>
            )
          })}
        </div>
      ))}
    </div>
  )
}
