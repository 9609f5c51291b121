import { type ReactNode, useRef } from 'react'
import type { FailedLoad } from '../actions/failed-answers.ts'
import { type Refusal, refusal, renderedError } from './refusal.ts'

interface WithLoadError {
  /** Why the data, or part of it, could not be loaded or reloaded. */
  loadError?: Refusal
}

type Props<Data> = {
  loaded: Data | FailedLoad
  /** Identifies the data's subject: data loaded for one is never shown for another. */
  subject?: string
  /** @param data the last data that loaded; with `loadError` if it could not be reloaded */
  children: (data: Data & WithLoadError) => ReactNode
}

/** Renders a page from the last data that loaded. Without any, the route's error boundary shows the reason. */
export function LastLoaded<Data extends object>({ loaded, subject = '', children }: Props<Data>) {
  const last = useRef<{ subject: string; data: Data & WithLoadError }>(undefined)
  const previous = last.current?.subject === subject ? last.current.data : undefined
  const current: (Data & WithLoadError) | undefined = 'failure' in loaded ? undefined : loaded
  const loadError = 'failure' in loaded ? loaded.failure : current?.loadError
  const data = current && (!loadError || !previous || previous.loadError) ? current : previous
  if (!data) throw renderedError(loadError ?? refusal('UNEXPECTED'), 503)
  last.current = { subject, data }
  return children(data.loadError === loadError ? data : { ...data, loadError })
}
