import { createContext, use } from 'react'
import type { EntryContext } from 'react-router'

/** The build's manifest: the scripts and styles of each route. Only the server has it, while it renders a page. */
export const ManifestContext = createContext<EntryContext['manifest'] | undefined>(undefined)

/**
 * Loads the styles and scripts of another route, for a page that shows parts of that route by a lazy component: without
 * them the page would arrive unstyled.
 * @param of id of the other route
 */
export function RouteAssets({ of }: { of: string }) {
  const routes = use(ManifestContext)?.routes
  const route = routes?.[of]
  if (!route) return null
  // React puts these before all others, and the first style sheet decides the order of the layers: that of the root.
  const styles = new Set([...(routes?.root?.css ?? []), ...(route.css ?? [])])
  return (
    <>
      {[...styles].map(href => (
        <link key={href} rel="stylesheet" href={href} precedence="default" />
      ))}
      {[route.module, ...(route.imports ?? [])].map(href => (
        <link key={href} rel="modulepreload" href={href} />
      ))}
    </>
  )
}
