import { basename } from 'node:path'
import type { Plugin } from 'vite'

/**
 * Parts of React Router that this site never runs, by the end of their path, with what takes their place. Lazy route
 * discovery is off (react-router.config.ts), nothing instruments the router, and `app/root.tsx` has an error boundary: the
 * router's own shows only where that fails itself.
 */
const unused: Record<string, string> = {
  '/lib/dom/ssr/fog-of-war.js': `
    export const URL_LIMIT = 0
    export const isFogOfWarEnabled = () => false
    export const useFogOFWarDiscovery = () => {}
    export const getPatchRoutesOnNavigationFunction = () => undefined
    export const getPartialManifest = manifest => manifest
    export const getManifestPath = () => ''
    export const getPathsWithAncestors = paths => paths
    export const handleClientVersionMismatch = async () => false`,
  '/lib/router/instrumentation.js': `
    export const consumeInstrumentationClientResultMetaReceiver = () => undefined
    export const getRouteInstrumentationUpdates = () => ({})
    export const instrumentClientSideRouter = router => router
    export const instrumentHandler = handler => handler
    export const instrumentationResultMetaContext = undefined`,
  '/lib/dom/ssr/errorBoundaries.js': `
    import { Component, createElement } from 'react'
    export const BoundaryShell = () => null
    export const RemixRootDefaultErrorBoundary = () => null
    export const RemixErrorBoundary = class extends Component {
      state = {}
      static getDerivedStateFromError = () => ({ error: true })
      render() {
        const words = 'Please load this page again.'
        return this.state.error ? createElement('html', null, createElement('body', null, words)) : this.props.children
      }
    }`,
  '/lib/dom/ssr/fallback.js': 'export const RemixRootDefaultHydrateFallback = () => null',
}

/**
 * Functions of React Router whose last argument is a text for developers: in place of it, browsers get nothing, or the
 * line that calls the function, if it throws an error with that text.
 */
const functionsWithTexts: Record<string, "''" | 'line'> = {
  warning: "''",
  warnOnce: "''",
  warningOnce: "''",
  invariant: 'line',
  invariant$1: 'line',
}

/**
 * Functions of React Router that this site never calls, with what they do instead: no link prefetches, no page blocks
 * leaving it, every page is rendered by the server, every form leads to a route with an action, forms are sent by fetchers
 * and nothing else is (`app/actions/use-action.ts`), there are no server components, and `app/root.tsx` has an error
 * boundary.
 */
const neverCalled: Record<string, string> = {
  PrefetchPageLinks: 'return null',
  usePrefetchBehavior: 'return [false, null, {}]',
  DefaultErrorComponent: 'return null',
  RSCErrorHandler: 'return null',
  nonSsrStrategy: '',
  checkFogOfWar: 'return { active: false }',
  discoverRoutes: '',
  handleNavigational404: '',
  wrapShouldRevalidateForHdr: '',
  preventInvalidServerHandlerCall: '',
  noActionDefinedError: '',
  useNavigateUnstable: '',
  shouldBlockNavigation: '',
  getBlocker: '',
  deleteBlocker: '',
  updateBlocker: '',
  patchRoutes: '',
  handleAction: '',
  decodeRouteErrorResponseDigest: '',
}

/**
 * Leaves those parts, texts and functions out of what browsers load: 8 KB gzipped of every page. A release of React
 * Router that exports anything else from those parts, or no longer has one of those functions, fails the build.
 */
export function leanRouter(): Plugin {
  const unseen = new Set(Object.keys(neverCalled))
  return {
    name: 'lean-router',
    apply: 'build',
    buildEnd(error) {
      if (error || this.environment.name !== 'client' || unseen.size === 0) return
      this.error(`React Router no longer has ${[...unseen].join(', ')}: see ${import.meta.url}`)
    },
    transform(code, id) {
      if (this.environment.name !== 'client' || !id.includes('/react-router/')) return
      for (const name of unseen) if (code.includes(`function ${name}(`)) unseen.delete(name)
      const part = Object.keys(unused).find(end => id.endsWith(end))
      const stub = part && unused[part]
      if (!stub) return { code: shorten(code, this.parse(code), basename(id, '.js')), map: null }
      const exported = (/export \{([^}]*)\}/.exec(code)?.[1] ?? '').split(',').map(name => name.trim())
      const missing = exported.filter(name => !stub.includes(`const ${name} =`))
      if (missing.length > 0) this.error(`${id} also exports ${missing.join(', ')}: see ${import.meta.url}`)
      return { code: stub, map: null }
    },
  }
}

/** @returns a module's code without texts and names for developers, and with nothing in functions that are never called */
function shorten(code: string, program: unknown, file: string): string {
  const parts = replaceable(program).sort((a, b) => b.start - a.start)
  return parts.reduce((left, { start, end, by }) => {
    const line = code.slice(0, start).split('\n').length
    return left.slice(0, start) + (by === 'line' ? `'${file}:${line}'` : by) + left.slice(end)
  }, code)
}

interface SyntaxNode {
  type?: string
  start: number
  end: number
  id?: { name?: string }
  body?: SyntaxNode
  expression?: { left?: { property?: { name?: string } } }
  callee?: { name?: string }
  arguments?: SyntaxNode[]
}

function replaceable(node: unknown): { start: number; end: number; by: string }[] {
  if (typeof node !== 'object' || !node) return []
  const { type, start, end, id, body, expression, callee, arguments: given = [] } = node as SyntaxNode
  if (expression?.left?.property?.name === 'displayName') return [{ start, end, by: '' }]
  const instead = type === 'FunctionDeclaration' ? neverCalled[id?.name ?? ''] : undefined
  if (instead !== undefined && body) return [{ start: body.start, end: body.end, by: `{ ${instead} }` }]
  const by = type === 'CallExpression' ? functionsWithTexts[callee?.name ?? ''] : undefined
  const text = given.at(-1)
  if (!by || !text || given.length === 1) return Object.values(node).flatMap(replaceable)
  return [{ start: text.start, end: text.end, by }, ...given.slice(0, -1).flatMap(replaceable)]
}
