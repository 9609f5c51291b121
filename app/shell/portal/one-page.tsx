import type { ReactNode } from 'react'
import type { LoaderFunctionArgs, Params } from 'react-router'
import { serverContext } from '../context.ts'
import { LastLoaded } from './last-loaded.tsx'
import type { Asking, Shown } from './list-page.tsx'
import { requireAdministrator } from './require-actor.ts'
import { unwrapOrRespond } from './server-errors.ts'

/**
 * The loader of a page about one thing, administrators' by default: `export const loader = loadOne(…)`.
 * @param read gets the id in the address and its query
 * @param options what the address calls the id, and who may see it, where those aren't administrators
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

/**
 * The component of a page that isn't a list: `export default showOne<typeof loader>(Page)`. While it can't be loaded again,
 * the page shows what was loaded last of the same thing.
 */
export function showOne<Loader>(Page: (props: Shown<Loader>) => ReactNode) {
  return function OneRoute({ loaderData, params }: { loaderData: Shown<Loader>; params: Params }) {
    const subject = Object.values(params).join(' ')
    return (
      <LastLoaded<Shown<Loader>> loaded={loaderData} subject={subject}>
        {shown => <Page key={subject} {...shown} />}
      </LastLoaded>
    )
  }
}
