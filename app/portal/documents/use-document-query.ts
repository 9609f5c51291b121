import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate, useNavigationType } from 'react-router'
import { type DocumentQuery, writeDocumentQuery } from '../../../rules/document-query.ts'
import { documentsAddress, type ListPlace } from './address.ts'

/**
 * What is asked for, at once as it is typed; the address, and with it the list, follows.
 * @returns `change`, which says a part anew, after a pause (ms) where one is given
 */
export function useDocumentQuery(place: ListPlace) {
  const navigate = useNavigate()
  const [wanted, setWanted] = useState(place.query)
  const now = useRef(wanted)
  const sent = useRef(wordsOf(wanted))
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const take = (query: DocumentQuery) => {
    clearTimeout(timer.current)
    now.current = query
    setWanted(query)
  }
  const send = () => {
    const asked = { ...now.current, search: now.current.search.trim() }
    clearTimeout(timer.current)
    if (sent.current === wordsOf(asked)) return
    sent.current = wordsOf(asked)
    // What is found begins with the first ones again.
    const to = documentsAddress({ ...place, query: asked, all: false })
    navigate(to, { replace: true, preventScrollReset: true, state: { asked: true } })
  }
  useOtherMoves(() => {
    take(place.query)
    sent.current = wordsOf(place.query)
  })
  return {
    wanted,
    change: (part: Partial<DocumentQuery>, pause?: number) => {
      take({ ...now.current, ...part })
      if (pause) timer.current = setTimeout(send, pause)
      else send()
    },
    submit: (event: FormEvent) => {
      event.preventDefault()
      send()
    },
  }
}

/** Tells when the address became another by anything but what was asked for here: the way back, a link. */
function useOtherMoves(tell: () => void) {
  const { key, state } = useLocation()
  const type = useNavigationType()
  const last = useRef(key)
  useEffect(() => {
    if (last.current === key) return
    last.current = key
    if (type === 'POP' || !state?.asked) tell()
  })
}

function wordsOf(query: DocumentQuery): string {
  return new URLSearchParams(writeDocumentQuery(query)).toString()
}
