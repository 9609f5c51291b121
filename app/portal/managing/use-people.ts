import { useEffect, useState } from 'react'
import { browserMessages } from '../../../rules/browser-messages.ts'
import { searchPause } from '../../../rules/limits.ts'
import type { PeopleOffered } from './people.ts'

type Found = Partial<PeopleOffered> & {
  /** What it was searched for. */
  search?: string
  /** Why nobody is offered. */
  error?: string
}

/**
 * Searches people while one types.
 * @param search as it stands in the field
 * @param wanted only then anything is asked for
 * @returns what the last answer was, and whether a newer one is awaited
 */
export function usePeople(search: string, wanted: boolean): Found & { searching: boolean } {
  const [found, setFound] = useState<Found>({})
  useEffect(() => {
    if (!wanted) return
    const gone = new AbortController()
    const ask = async () => {
      try {
        const query = new URLSearchParams({ search })
        const answer = await fetch(`/profile/people?${query}`, { signal: gone.signal })
        const body = await answer.json()
        setFound(answer.ok ? { search, ...body } : { search, error: body.message ?? browserMessages.LOAD_USERS_FAILED })
      } catch (error) {
        if (gone.signal.aborted) return
        // What `fetch` throws when nobody answers.
        setFound({
          search,
          error: error instanceof TypeError ? browserMessages.NO_CONNECTION : browserMessages.LOAD_USERS_FAILED,
        })
      }
    }
    // What one sees first is there at once.
    const timer = setTimeout(ask, search ? searchPause : 0)
    return () => {
      clearTimeout(timer)
      gone.abort()
    }
  }, [search, wanted])
  return { ...found, searching: wanted && found.search !== search }
}
