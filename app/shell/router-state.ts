/** The router's state, for use outside of components. */
interface RouterState {
  /** Where it is going; without a location where it isn't. */
  navigation: { location?: { pathname: string; search: string; hash: string } }
  /** By the route's id. */
  loaderData: Record<string, unknown>
}

declare global {
  interface Window {
    /** React Router's own. */
    __reactRouterDataRouter?: { state: RouterState }
  }
}

/** @returns undefined before the page has its router */
export const routerState = (): RouterState | undefined => window.__reactRouterDataRouter?.state
