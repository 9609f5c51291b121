import { type ReactNode, useRef } from 'react'
import { href, isRouteErrorResponse, redirect } from 'react-router'
import type { Route } from './+types/portal-layout'
import { type Refusal, refusal, refusalIn, renderedError } from './refusal.ts'

/** What a page of the portal receives in place of its data when loading failed for now. */
interface FailedLoad {
  failure: Refusal
}

/**
 * Browser middleware around every load of the portal's pages. A temporary failure must not take down the page or the
 * uploads running in it: the page receives the failure in place of its data, and `LastLoaded` keeps showing what was
 * loaded before. Someone who has just lost administrator access is sent to their own documents.
 */
export const keepLastLoaded: Route.ClientMiddlewareFunction = async ({ request }, next) => {
  const results = await next()
  if (request.method !== 'GET') return results
  for (const [id, { type, result }] of Object.entries(results)) {
    if (type !== 'error') continue
    if (isRouteErrorResponse(result) && result.status === 403) throw redirect(href('/profile'))
    const failure = temporaryFailure(result)
    if (failure) results[id] = { type: 'data', result: { failure } satisfies FailedLoad }
  }
  return results
}

/** @returns the message for a failure that is likely to pass; undefined for any other */
function temporaryFailure(error: unknown): Refusal | undefined {
  if (isRouteErrorResponse(error)) return error.status === 503 ? refusalIn(error.data) : undefined
  // `fetch` throws a TypeError when nobody answers; the router wraps one when the connection breaks mid-answer.
  const disconnected = error instanceof TypeError || (error instanceof Error && error.cause instanceof TypeError)
  return disconnected ? refusal('NO_CONNECTION') : undefined
}

interface WithLoadError {
  /** Why the data, or part of it, could not be loaded or reloaded. */
  loadError?: Refusal
}

type Props<Data> = {
  /** The route's loader data. */
  loaded: Data | FailedLoad
  /** Identifies what the data is about: data loaded for one subject is never shown for another. */
  subject?: string
  /** @param data the last data that loaded; with `loadError` where it could not be reloaded */
  children: (data: Data & WithLoadError) => ReactNode
}

/** Renders a page from the last data that loaded. If none ever did, the route's error boundary says why. */
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
