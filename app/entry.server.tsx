import { isbot } from 'isbot'
import { renderToReadableStream } from 'react-dom/server'
import {
  createContext,
  createRequestHandler,
  type EntryContext,
  isRouteErrorResponse,
  type LoaderFunctionArgs,
  RouterContextProvider,
  type ServerBuild,
  ServerRouter,
} from 'react-router'
import { addedHeadersContext, type ServerContext, serverContext } from './context.ts'
import { NonceContext } from './nonce.ts'
import { ManifestContext } from './route-assets.tsx'
import { OriginContext } from './site-origin.ts'

/** How long a page may take to render before it is aborted. */
const renderTimeoutMs = 10_000

/** The server's context of this request; null in the build, which prerenders pages without a server. */
const requestContext = createContext<ServerContext | null>(null)

/** Renders one page; React Router calls it for every document. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const server = context.get(requestContext)
  const timeout = AbortSignal.any([AbortSignal.timeout(renderTimeoutMs), request.signal])
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
        if (isRefusal(error)) return
        failed = true
        if (!server) throw error
        if (!request.signal.aborted) server.log.error('a page could not be rendered', error)
      },
    },
  )
  // A crawler may run no scripts, and a prerendered file is written once: both get the complete page.
  if (!server || isbot(request.headers.get('user-agent') ?? '')) await body.allReady
  headers.set('Content-Type', 'text/html; charset=utf-8')
  return new Response(body, { headers, status: failed ? 500 : status })
}

/** Logs an unexpected error. Errors that a person can act on have already been turned into answers. */
export function handleError(error: unknown, { request, context }: LoaderFunctionArgs): void {
  const server = context.get(requestContext)
  if (!server) throw error
  if (!request.signal.aborted && !isRefusal(error)) server.log.error('a page failed', error)
}

/** Whether the router refused a request, for example its method. Strangers must not be able to fill the log with errors. */
function isRefusal(error: unknown): boolean {
  return isRouteErrorResponse(error) && error.status < 500
}

/**
 * Creates the function that answers requests for pages. It is part of the build, not of the server, so that the pages
 * and their handler share one copy of React Router.
 */
export function createPageHandler(build: ServerBuild, mode: 'production' | 'development') {
  const handle = createRequestHandler(build, mode)
  const paths = Object.keys(build.routes).map(id => fullPath(build.routes, id))
  const fixedPaths = new Set(paths.filter(path => !/[:*]/.test(path)))
  return async (request: Request, server: ServerContext): Promise<Response> => {
    const { pathname, search } = new URL(request.url)
    const typed = pathname.replace(/(.)\/$/, '$1')
    const lowerCase = typed.toLowerCase()
    // The router would answer '/FAQ' like '/faq', but a page has one address. Paths with an id, which may be in upper
    // case, are not among these.
    if (lowerCase !== typed && fixedPaths.has(lowerCase) && ['GET', 'HEAD'].includes(request.method))
      return new Response(null, { status: 308, headers: { Location: lowerCase + search } })
    const context = new RouterContextProvider()
    context.set(serverContext, server)
    context.set(requestContext, server)
    const added = new Headers()
    context.set(addedHeadersContext, added)
    const response = await handle(request, context)
    if (response.status === 503) {
      // Temporarily unavailable: the client should try again soon, and no cache should keep this.
      response.headers.set('Retry-After', '2')
      response.headers.set('Cache-Control', 'no-store')
    }
    for (const [name, value] of added) response.headers.set(name, value)
    return response
  }
}

/** @returns the path of a route and of its parents */
function fullPath(routes: ServerBuild['routes'], id: string | undefined): string {
  const route = id === undefined ? undefined : routes[id]
  if (!route) return ''
  const above = fullPath(routes, route.parentId)
  return route.path ? `${above}/${route.path}` : above
}
