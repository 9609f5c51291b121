import { useEffect, useState } from 'react'
import { href } from 'react-router'
import { browserMessages } from '../../../rules/browser-messages.ts'
import { searchDelay } from '../../../rules/limits.ts'
import { fetchOwn } from '../../own-answer.ts'
import type { PeopleSearchResult } from './people-search.ts'

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
export function usePeopleSearch(search: string, enabled: boolean): SearchState & { searching: boolean } {
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
