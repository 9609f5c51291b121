import { useCallback } from 'react'
import { useMatches, useRevalidator } from 'react-router'
import type { FailedLoad } from '../actions/failed-answers.ts'
import { Notice } from '../ui/notice.tsx'
import { useRetry } from './use-retry.ts'
import { reload } from './viewer-revalidation.ts'

const away = { text: 'The site isn’t answering. We’ll keep trying, and what you’ve typed stays.', at: 0, stays: true }

/** Reloads the page's data until that succeeds. @param failed a new object for each failure; undefined without any */
export function useCatchUp(failed: object | undefined): void {
  const { revalidate } = useRevalidator()
  useRetry(
    failed,
    useCallback(() => void reload(revalidate), [revalidate]),
  )
}

/** Reports that the page's data couldn't be loaded, and reloads it until that succeeds. */
export function CatchUp() {
  const failed = useMatches()
    .map(({ loaderData }) => loaderData)
    .find(isFailed)
  useCatchUp(failed)
  return <Notice note={failed ? away : null} />
}

/** @returns whether a load failed temporarily (`actions/failed-answers.ts`) */
export function isFailed(loaded: unknown): loaded is FailedLoad {
  return loaded instanceof Object && 'failure' in loaded
}
