import type { ReactNode } from 'react'
import type { LoaderFunctionArgs, Params } from 'react-router'
import { serverContext } from '../context.ts'
import { LastLoaded } from './last-loaded.tsx'
import type { Asking } from './list-page.tsx'
import { requireAdministrator } from './require-actor.ts'
import { unwrapOrRespond } from './server-errors.ts'

/**
 * The loader of an administrators' page about one thing: `export const loader = loadOne(…)`.
 * @param read gets the id in the address and its query
 * @param options what the address calls the id, and who may see it, where those aren't administrators
 * @throws answers: not signed in, not allowed, not found (404)
 */
export function loadOne<Loaded extends object>(
  read: (asking: Asking, id: string, query: URLSearchParams) => Promise<Loaded>,
  { param = 'id', guard = requireAdministrator } = {},
) {
  return async ({ url, params, context }: Pick<LoaderFunctionArgs, 'url' | 'params' | 'context'>): Promise<Loaded> => {
    const server = context.get(serverContext)
    const actor = guard(url, server)
    return unwrapOrRespond(read({ actor, operations: server.operations }, params[param] ?? '', url.searchParams))
  }
}

type LoadedBy<Loader> = Loader extends (...args: never[]) => Promise<infer Loaded extends object> ? Loaded : never

/**
 * The component of a page with such a loader: `export default showOne<typeof loader>(Page)`. While it can't be loaded again,
 * the page shows what was loaded last of the same thing.
 */
export function showOne<Loader>(Page: (props: LoadedBy<Loader>) => ReactNode) {
  return function OneRoute({ loaderData, params }: { loaderData: LoadedBy<Loader>; params: Params }) {
    const subject = Object.values(params).join(' ')
    return (
      <LastLoaded<LoadedBy<Loader>> loaded={loaderData} subject={subject}>
        {shown => <Page key={subject} {...shown} />}
      </LastLoaded>
    )
  }
}
