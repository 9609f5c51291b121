import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate, useNavigationType } from 'react-router'
import { type DocumentQuery, writeDocumentQuery } from '../document-query.ts'
import { documentsAddress, type ListView } from './list-address.ts'

/**
 * The state of a list's search and filters. It changes immediately; the address, and with it the list, follows.
 * @returns the query as entered; `change`, which updates part of it, after a pause (ms) if one is given; `submit`
 */
export function useDocumentQuery(view: ListView) {
  const navigate = useNavigate()
  const [query, setQuery] = useState(view.query)
  const latest = useRef(query)
  const sent = useRef(queryString(query))
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const update = (next: DocumentQuery) => {
    clearTimeout(timer.current)
    latest.current = next
    setQuery(next)
  }
  const send = () => {
    const next = { ...latest.current, search: latest.current.search.trim() }
    clearTimeout(timer.current)
    if (sent.current === queryString(next)) return
    sent.current = queryString(next)
    // A new query shows only the first matches again.
    const to = documentsAddress({ ...view, query: next, all: false })
    navigate(to, { replace: true, preventScrollReset: true, state: { fromFilters: true } })
  }
  useOtherNavigation(() => {
    update(view.query)
    sent.current = queryString(view.query)
  })
  return {
    query,
    change: (part: Partial<DocumentQuery>, pause?: number) => {
      update({ ...latest.current, ...part })
      if (pause) timer.current = setTimeout(send, pause)
      else send()
    },
    submit: (event: FormEvent) => {
      event.preventDefault()
      send()
    },
  }
}

/** Calls back when the address changed for any other reason, such as going back or a link. */
function useOtherNavigation(onNavigate: () => void) {
  const { key, state } = useLocation()
  const type = useNavigationType()
  const last = useRef(key)
  useEffect(() => {
    if (last.current === key) return
    last.current = key
    if (type === 'POP' || !state?.fromFilters) onNavigate()
  })
}

function queryString(query: DocumentQuery): string {
  return new URLSearchParams(writeDocumentQuery(query)).toString()
}
