import { useEffect, useState } from 'react'
import { href, useFetcher } from 'react-router'
import { withQuery } from '../../../rules/url.ts'
import type { Refusal } from '../../shell/portal/refusal.ts'
import { findDelay } from '../find.ts'
import type { FoundForOffice } from '../server/find-for-office.ts'

export type FindAnswer = FoundForOffice & {
  /** The search that was answered. */
  search: string
  loadError?: Refusal | undefined
}

/** Its answer; `failure` if there was none (`last-loaded.tsx`). */
type Answer = FindAnswer | { failure: Refusal }

/**
 * Searches while typing. Only the latest search is answered: the router cancels the previous one.
 * @param search trimmed; an empty one isn't sent
 * @returns the last answer, or why there is none; its search; and a retry
 */
export function useFind(search: string) {
  const { load, data, state } = useFetcher<Answer>()
  // The last search sent, to assign a failure to it: a failure doesn't contain it.
  const [requested, setRequested] = useState('')
  const ask = () => {
    setRequested(search)
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
  const answered = answer?.search ?? (failure && state === 'idle' ? requested : undefined)
  return { answer, failure: search && answered === search ? failure : undefined, answered, ask }
}
