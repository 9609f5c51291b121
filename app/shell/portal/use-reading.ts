import { useCallback, useRef } from 'react'
import { useFetcher } from 'react-router'
import type { FailedLoad } from '../actions/failed-answers.ts'
import { isFailed } from './catch-up.tsx'
import { useRetry } from './use-retry.ts'

/**
 * Loads data in the background. After a temporary failure, it retries until it succeeds.
 * @returns `load`, which requests an address; `data`, its last answer; `failure`, why a newer answer is missing
 */
export function useReading<Data>() {
  const { load, data: answer } = useFetcher<Data | FailedLoad>()
  const requested = useRef('')
  const last = useRef<Data>(undefined)
  const failed = isFailed(answer) ? answer : undefined
  if (answer !== undefined && !isFailed(answer)) last.current = answer as Data
  useRetry(
    failed,
    useCallback(() => void load(requested.current), [load]),
  )
  const read = useCallback(
    (address: string) => {
      requested.current = address
      return load(address)
    },
    [load],
  )
  return { load: read, data: last.current, failure: failed?.failure }
}
