import { useEffect, useState } from 'react'
import { href, useFetcher } from 'react-router'
import { findDelay } from '../../../../rules/find.ts'
import { withQuery } from '../../../../rules/url.ts'
import type { FoundForOffice } from '../../../../server/find/find-for-office.ts'
import type { Refusal } from '../../refusal.ts'

/** What the page of the search shows. */
export type FindAnswer = FoundForOffice & {
  /** What it was asked for. */
  search: string
  loadError?: Refusal | undefined
}

/** What it answers; `failure` where nobody did (`last-loaded.tsx`). */
type Answer = FindAnswer | { failure: Refusal }

/**
 * Asks the page of the search for what is typed. Only the latest question is answered: the router gives up the one before.
 * @param search without spaces around it; nothing is asked without any
 * @returns the last answer, or why there is none; for which search that is; and how to ask again
 */
export function useFind(search: string) {
  const { load, data, state } = useFetcher<Answer>()
  // What was asked last, so that a failure, which doesn't say so, belongs to it.
  const [asked, setAsked] = useState('')
  const ask = () => {
    setAsked(search)
    void load(withQuery(href('/profile/admin/find'), { q: search }))
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: asks once for what is typed
  useEffect(() => {
    if (!search) return
    const timer = setTimeout(ask, findDelay)
    return () => clearTimeout(timer)
  }, [search])

  const failure = data && ('failure' in data ? data.failure : data.loadError)
  const answer = data && !('failure' in data) && !data.loadError ? data : undefined
  const answered = answer?.search ?? (failure && state === 'idle' ? asked : undefined)
  return { answer, failure: search && answered === search ? failure : undefined, answered, ask }
}
