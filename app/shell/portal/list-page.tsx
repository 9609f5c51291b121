import type { ReactNode } from 'react'
import { data, type LoaderFunctionArgs } from 'react-router'
import type { MessageCode } from '../../../rules/messages.ts'
import type { Actor } from '../../../server/access/actor.ts'
import { type ServerContext, serverContext } from '../context.ts'
import { LastLoaded } from './last-loaded.tsx'
import type { Refusal } from './refusal.ts'
import { requireAdministrator } from './require-actor.ts'
import { resultOrError, type Sentence } from './server-errors.ts'

/** The actor of a request, and the server's operations. */
export interface Asking extends Pick<ServerContext, 'operations'> {
  actor: Actor
}

interface Failing {
  /** Why the list, or a part of it, couldn't be loaded. */
  loadError?: Refusal | undefined
}

interface ListPage<View, Loaded, None> {
  /** Checks access; administrators only by default. */
  guard?: (url: URL, server: ServerContext) => Actor
  /** @returns the view in the address's query; also passed to the page */
  view?: (query: URLSearchParams) => View
  /** Loads the page's data; with a `loadError` if a part couldn't be loaded. */
  read: (asking: Asking, view: View) => Promise<Loaded>
  /** The page's data if nothing could be loaded. */
  none: None
  /** The message for an unexpected error. The rest of the page stays. */
  failed: MessageCode | Sentence
}

/**
 * The loader of a page that shows a list: `export const loader = loadList({ … })`.
 * @returns the view and the data; after an unexpected error `none`, with a `loadError` and the status 500
 * @throws answers: those of the guard; a refusal of the operation
 */
export function loadList<Loaded extends object, None extends object, View extends object = object>(
  page: ListPage<View, Loaded, None>,
) {
  const { guard = requireAdministrator, view: viewOf, read, none, failed } = page
  return async ({ url, context }: Pick<LoaderFunctionArgs, 'url' | 'context'>) => {
    const server = context.get(serverContext)
    const actor = guard(url, server)
    const view = viewOf ? viewOf(url.searchParams) : ({} as View)
    const { value = none, loadError } = await resultOrError(
      read({ actor, operations: server.operations }, view),
      failed,
    )
    const shown: View & (Loaded | None) & Failing = { loadError, ...view, ...value }
    return data(shown, { status: shown.loadError ? 500 : 200 })
  }
}

/** The props that a page gets from its loader, which returns them, or `data` with a status. */
export type Shown<Loader> = Loader extends (...args: never[]) => Promise<infer Loaded extends object>
  ? (Loaded extends { init: unknown; data: infer Data extends object } ? Data : Loaded) & Failing
  : never

/**
 * The component of a page with such a loader: `export default showList<typeof loader>(Page)`. While the list can't be
 * loaded again, the page shows what was loaded last.
 */
export function showList<Loader>(Page: (props: Shown<Loader>) => ReactNode) {
  return function ListRoute({ loaderData }: { loaderData: Shown<Loader> }) {
    return <LastLoaded<Shown<Loader>> loaded={loaderData}>{shown => <Page {...shown} />}</LastLoaded>
  }
}
