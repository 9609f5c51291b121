import type { Plugin } from 'vite'

/**
 * Parts of React Router that this site never runs, by the end of their path, with what takes their place. Lazy route
 * discovery is off (react-router.config.ts), and nothing instruments the router.
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
}

/**
 * Leaves those parts out of what browsers load: 2.4 KB gzipped of every page. A release of React Router that exports
 * anything else from them fails the build.
 */
export function leanRouter(): Plugin {
  return {
    name: 'lean-router',
    apply: 'build',
    transform(code, id) {
      if (this.environment.name !== 'client' || !id.includes('/react-router/')) return
      const part = Object.keys(unused).find(end => id.endsWith(end))
      const stub = part && unused[part]
      if (!stub) return
      const exported = (/export \{([^}]*)\}/.exec(code)?.[1] ?? '').split(',').map(name => name.trim())
      const missing = exported.filter(name => !stub.includes(`const ${name} =`))
      if (missing.length > 0) this.error(`${id} also exports ${missing.join(', ')}: see ${import.meta.url}`)
      return { code: stub, map: null }
    },
  }
}
