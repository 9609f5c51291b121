import { isbot } from 'isbot'
import { renderToReadableStream } from 'react-dom/server'
import {
  createContext,
  createRequestHandler,
  type EntryContext,
  type LoaderFunctionArgs,
  RouterContextProvider,
  type ServerBuild,
  ServerRouter,
} from 'react-router'
import { type ServerContext, serverContext } from './context.ts'
import { NonceContext } from './nonce.ts'
import { OriginContext } from './origin.ts'
import { ManifestContext } from './route-assets.tsx'

/** A page that cannot be finished in this many milliseconds is given up. */
const patience = 10_000

/** Who asks for a page: our server, or the build, which draws pages beforehand and has no server behind it. */
const asker = createContext<ServerContext | null>(null)

/** Renders one page; React Router calls it for every document. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const server = context.get(asker)
  const timeout = AbortSignal.any([AbortSignal.timeout(patience), request.signal])
  let failed = false
  const body = await renderToReadableStream(
    <NonceContext value={server?.nonce}>
      <OriginContext value={server ? new URL(request.url).origin : undefined}>
        <ManifestContext value={entry.manifest}>
          <ServerRouter context={entry} url={request.url} nonce={server?.nonce} />
        </ManifestContext>
      </OriginContext>
    </NonceContext>,
    {
      nonce: server?.nonce,
      signal: timeout,
      onError(error) {
        failed = true
        if (!server) throw error
        if (!request.signal.aborted) server.log.error('a page could not be rendered', error)
      },
    },
  )
  // A reader that runs no script gets the whole page at once, and so does a file.
  if (!server || isbot(request.headers.get('user-agent') ?? '')) await body.allReady
  headers.set('Content-Type', 'text/html; charset=utf-8')
  return new Response(body, { headers, status: failed ? 500 : status })
}

/** A fault of ours: to the log. Errors that a person can act on were already turned into answers. */
export function handleError(error: unknown, { request, context }: LoaderFunctionArgs): void {
  const server = context.get(asker)
  if (!server) throw error
  if (!request.signal.aborted) server.log.error('a page failed', error)
}

/**
 * Makes the function that answers for the pages. It stands here, not in the server, so that the built pages and
 * their handler share one copy of React Router.
 */
export function createPages(build: ServerBuild, mode: 'production' | 'development') {
  const handle = createRequestHandler(build, mode)
  const fixed = Object.keys(build.routes).map(id => fullPath(build.routes, id))
  const paths = new Set(fixed.filter(path => !/[:*]/.test(path)))
  return async (request: Request, server: ServerContext): Promise<Response> => {
    const { pathname, search } = new URL(request.url)
    const small = pathname.toLowerCase().replace(/(.)\/$/, '$1')
    // The router takes '/FAQ' for '/faq', and nothing else does: a page has one address. None of these holds an id.
    if (small !== pathname.replace(/(.)\/$/, '$1') && paths.has(small) && ['GET', 'HEAD'].includes(request.method))
      return new Response(null, { status: 308, headers: { Location: small + search } })
    const context = new RouterContextProvider()
    context.set(serverContext, server)
    context.set(asker, server)
    const answer = await handle(request, context)
    if (answer.status === 503) {
      // What is away for a moment: ask again soon, and keep nothing of this.
      answer.headers.set('Retry-After', '2')
      answer.headers.set('Cache-Control', 'no-store')
    }
    return answer
  }
}

/** @returns the path of a route and of those it lies within */
function fullPath(routes: ServerBuild['routes'], id: string | undefined): string {
  const route = id === undefined ? undefined : routes[id]
  if (!route) return ''
  const above = fullPath(routes, route.parentId)
  return route.path ? `${above}/${route.path}` : above
}
