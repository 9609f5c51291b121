import { type ReactNode, useRef } from 'react'
import { isRouteErrorResponse, redirect } from 'react-router'
import type { Route } from './+types/layout'
import { home } from './addresses.ts'
import { type Refusal, refusal, refusalIn, renderedError } from './errors.ts'

/** What the portal's pages find in place of their data when the server could not be asked. */
interface NotRead {
  notRead: Refusal
}

/**
 * In the browser, around every reading of the portal's pages. A failure that will pass takes neither the page nor its
 * uploads away: the page hears of it in place of its data, and `LastRead` goes on showing what there was. Somebody who
 * has just lost the administrator's right goes on with their own documents.
 */
export const keepLastRead: Route.ClientMiddlewareFunction = async ({ request }, next) => {
  const results = await next()
  if (request.method !== 'GET') return results
  for (const [id, { type, result }] of Object.entries(results)) {
    if (type !== 'error') continue
    if (isRouteErrorResponse(result) && result.status === 403) throw redirect(home)
    const notRead = passingFailure(result)
    if (notRead) results[id] = { type: 'data', result: { notRead } satisfies NotRead }
  }
  return results
}

/** @returns what to say of a failure that will pass; undefined for any other */
function passingFailure(error: unknown): Refusal | undefined {
  if (isRouteErrorResponse(error)) return error.status === 503 ? refusalIn(error.data) : undefined
  // Nobody answered, as `fetch` says it, or the connection broke within an answer, as the router does.
  const lost = error instanceof TypeError || (error instanceof Error && error.cause instanceof TypeError)
  return lost ? refusal('NO_CONNECTION') : undefined
}

interface Failable {
  /** Why the data, or a part of it, could not be read or could not be read again. */
  trouble?: Refusal
}

type Props<Data> = {
  /** The page's data, as its route has it. */
  read: Data | NotRead
  /** What the data is of: what was read of one place is never shown at another. */
  place?: string
  /** @param data what was read last; with `trouble` where it could not be read again */
  children: (data: Data & Failable) => ReactNode
}

/** Renders a page from what was read last. Where that was never read, the route's error boundary says why. */
export function LastRead<Data extends object>({ read, place = '', children }: Props<Data>) {
  const last = useRef<{ place: string; data: Data & Failable }>(undefined)
  const kept = last.current?.place === place ? last.current.data : undefined
  const current: (Data & Failable) | undefined = 'notRead' in read ? undefined : read
  const trouble = 'notRead' in read ? read.notRead : current?.trouble
  const data = current && (!trouble || !kept || kept.trouble) ? current : kept
  if (!data) throw renderedError(trouble ?? refusal('UNEXPECTED'), 503)
  last.current = { place, data }
  return children(data.trouble === trouble ? data : { ...data, trouble })
}
