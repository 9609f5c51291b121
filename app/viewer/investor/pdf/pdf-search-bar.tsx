import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { grouped } from '../../../../rules/number.ts'
import { ToolbarButton } from '../toolbar-button.tsx'
import type { PdfReader } from './pdf-reader.ts'
import style from './pdf-search-bar.module.css'
import type { ReaderState, SearchResult } from './reader-state.ts'

type Props = {
  reader: PdfReader | undefined
  state: ReaderState
  onClose: () => void
}

/** Searches all pages while typing. Enter goes to the next match, Shift+Enter to the previous one, Escape closes it. */
export function PdfSearchBar({ reader, state: { found }, onClose }: Props) {
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
    // Prevents closing the dialog or submitting a form.
    event.preventDefault()
    event.stopPropagation()
  }
  const none = found.total === 0
  return (
    <search className={`stack center gap-2 ${style.bar}`} onKeyDown={press}>
      <input
        ref={field}
        type="search"
        className={`shrink touch ${style.field}`}
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
        className={`quiet tabular unbroken ${style.found}`}
        data-none={(query && none && !found.searching) || undefined}
      >
        {query.trim() && resultText(found)}
      </p>
      <div className="row">
        <ToolbarButton icon="up" label="Previous match" disabled={none} onClick={() => step(-1)} />
        <ToolbarButton icon="down" label="Next match" disabled={none} onClick={() => step(1)} />
        <ToolbarButton icon="close" label="Close search" onClick={onClose} />
      </div>
    </search>
  )
}

function resultText({ current, total, searching }: SearchResult): string {
  if (total > 0) return current > 0 ? `${current} of ${grouped(total)}` : `${grouped(total)} found`
  return searching ? 'Searching…' : 'No matches'
}
