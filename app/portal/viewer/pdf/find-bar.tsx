import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { grouped } from '../../../../rules/number.ts'
import { Tool } from '../tool.tsx'
import style from './find-bar.module.css'
import type { Reader } from './reader.ts'
import type { Found, ReaderState } from './state.ts'

type Props = {
  reader: Reader | undefined
  state: ReaderState
  onClose: () => void
}

/** Search in all pages, while one types; Enter goes on, Shift+Enter back, Escape ends it. */
export function FindBar({ reader, state: { found }, onClose }: Props) {
  const [query, setQuery] = useState('')
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    field.current?.focus()
    return () => reader?.find('', 0)
  }, [reader])

  const type = (value: string) => {
    setQuery(value)
    reader?.find(value.trim(), 0)
  }
  const step = (direction: 1 | -1) => {
    if (query.trim()) reader?.find(query.trim(), direction)
  }
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onClose()
    else if (event.key === 'Enter' && event.target === field.current) step(event.shiftKey ? -1 : 1)
    else return
    // Neither closes the dialog nor sends a form.
    event.preventDefault()
    event.stopPropagation()
  }
  const none = found.total === 0
  return (
    <search className={style.bar} onKeyDown={press}>
      <input
        ref={field}
        type="search"
        className={style.field}
        value={query}
        placeholder="Search in this document"
        aria-label="Search in this document"
        aria-describedby="pdf-found"
        autoComplete="off"
        enterKeyHint="search"
        onChange={event => type(event.target.value)}
      />
      <p
        id="pdf-found"
        role="status"
        className={style.found}
        data-none={(query && none && !found.searching) || undefined}
      >
        {query.trim() && inWords(found)}
      </p>
      <div className={style.steps}>
        <Tool icon="up" label="Previous match" disabled={none} onClick={() => step(-1)} />
        <Tool icon="down" label="Next match" disabled={none} onClick={() => step(1)} />
        <Tool icon="close" label="Close search" onClick={onClose} />
      </div>
    </search>
  )
}

function inWords({ current, total, searching }: Found): string {
  if (total > 0) return current > 0 ? `${current} of ${grouped(total)}` : `${grouped(total)} found`
  return searching ? 'Searching…' : 'No matches'
}
