import { useEffect } from 'react'
import { useMatches, useRevalidator } from 'react-router'
import type { FailedLoad } from '../actions/failed-answers.ts'
import { Notice, useNotice } from '../ui/notice.tsx'
import { useRetry } from './use-retry.ts'
import { reload } from './viewer-revalidation.ts'

/** Loads the page's data again until that succeeds. @param failed a new object for each failure; undefined without any */
export function useCatchUp(failed: object | undefined): void {
  const { revalidate } = useRevalidator()
  useRetry(failed, () => void reload(revalidate))
}

/** Says that the page's data couldn't be loaded for now, and loads it again until that succeeds. */
export function CatchUp() {
  const { say, ...notice } = useNotice()
  const { clear } = notice
  const failed = useMatches().find(({ loaderData }) => isFailed(loaderData))?.loaderData as FailedLoad | undefined
  const isAway = failed !== undefined
  useCatchUp(failed)
  useEffect(() => {
    if (isAway) say('The site isn’t answering. We’ll keep trying, and what you’ve typed stays.', { stays: true })
    else clear()
  }, [isAway, say, clear])
  return <Notice {...notice} />
}

/** @returns whether a load failed for now (`actions/failed-answers.ts`) */
export function isFailed(loaded: unknown): loaded is FailedLoad {
  return typeof loaded === 'object' && loaded !== null && 'failure' in loaded
}
