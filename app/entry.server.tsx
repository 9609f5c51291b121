import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { ReactNode } from 'react'
import { type PipeableStream, type RenderToPipeableStreamOptions, renderToPipeableStream } from 'react-dom/server'
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
import { unstable_preloadRoutePattern } from 'react-router/route-pattern'
import type { RenderedPage } from '../server/request-context.ts'
import { addedHeadersContext, type ServerContext, serverContext } from './shell/context.ts'
import { NonceContext } from './shell/nonce.ts'
import { ManifestContext } from './shell/route-assets.tsx'
import { OriginContext } from './shell/site-origin.ts'

/** Where React Router has its other matcher. */
const fastMatching = 'unstable_routePatternMatching'

/** How long a page may take to render before it is aborted. */
const renderTimeoutMs = 10_000

/** The server's context of this request; null in the build, which prerenders pages without a server. */
const requestContext = createContext<ServerContext | null>(null)

/** What writes the page that was rendered for this request; null where the router responded without one. */
const renderedContext = createContext<RenderedPage['body'] | null>(null)

/** Renders one page; React Router calls it for every document. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerEntry: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const entry = withoutFastMatching(routerEntry)
  const server = context.get(requestContext)
  server?.loaded()
  const page = (
    <NonceContext value={server?.nonce}>
      <OriginContext value={server ? new URL(request.url).origin : undefined}>
        <ManifestContext value={entry.manifest}>
          <ServerRouter context={entry} url={request.url} nonce={server?.nonce} />
        </ManifestContext>
      </OriginContext>
    </NonceContext>
  )
  let failed = false
  let left = false
  const onError = (error: unknown) => {
    if (isRefusal(error)) return
    failed = true
    if (!server) throw error
    if (!left) server.log.error('a page could not be rendered', error)
  }
  const pipe = await render(page, { nonce: server?.nonce, onError })
  headers.set('Content-Type', 'text/html; charset=utf-8')
  const answer = { headers, status: failed ? 500 : status }
  if (!server) return new Response(await text(pipe(new PassThrough())), answer)
  // Not as the response's body: a web stream would take a server as long as a third of the rendering.
  context.set(renderedContext, destination => {
    destination.once('close', () => {
      left = !destination.writableFinished
    })
    pipe(destination)
  })
  return new Response(null, answer)
}

/**
 * Renders a page as a whole, in the order in which it is read: nothing is put in later above what has been painted. No page
 * has data to wait for by then; all that can be late is a script, the first time that a process renders with it. What isn't
 * rendered in time is left to the browser.
 * @returns what writes the page to a stream
 * @throws what kept the page's frame from being rendered
 */
function render(
  page: ReactNode,
  options: Pick<RenderToPipeableStreamOptions, 'nonce' | 'onError'>,
): Promise<PipeableStream['pipe']> {
  return new Promise((resolve, reject) => {
    const stream = renderToPipeableStream(page, {
      ...options,
      // By default React sends what is below a `<Suspense>` after the rest of a page that has more than 12,800 bytes.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onShellError: reject,
      onAllReady() {
        clearTimeout(timer)
        resolve(stream.pipe)
      },
    })
    const timer = setTimeout(stream.abort, renderTimeoutMs)
    timer.unref()
  })
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
  const handle = createRequestHandler(withFastMatching(build), mode)
  const paths = Object.keys(build.routes).map(id => fullPath(build.routes, id))
  const fixedPaths = new Set(paths.filter(path => !/[:*]/.test(path)))
  return async (request: Request, server: ServerContext): Promise<Response | RenderedPage> => {
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
    const { status, headers } = response
    const body = context.get(renderedContext)
    return body ? { status, headers, body } : response
  }
}

/**
 * React Router tries the patterns of its routes one after the other, twice a request. Its other matcher looks an address up:
 * 0.04 ms rather than 0.26 for `/profile` among 190.
 */
function withFastMatching(build: ServerBuild): ServerBuild {
  unstable_preloadRoutePattern()
  return {
    ...build,
    future: { ...build.future, [fastMatching]: true } as unknown as ServerBuild['future'],
  }
}

/** A page hands React Router's settings over to the browser, which would have to load the other matcher, too. */
function withoutFastMatching({ future, serverHandoffString, ...entry }: EntryContext): EntryContext {
  return {
    ...entry,
    future: { ...future, [fastMatching]: false } as unknown as EntryContext['future'],
    serverHandoffString: serverHandoffString?.replace(`"${fastMatching}":true`, `"${fastMatching}":false`),
  }
}

/** @returns the path of a route and of its parents */
function fullPath(routes: ServerBuild['routes'], id: string | undefined): string {
  const route = id === undefined ? undefined : routes[id]
  if (!route) return ''
  const above = fullPath(routes, route.parentId)
  return route.path ? `${above}/${route.path}` : above
}
