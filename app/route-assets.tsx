import { createContext, use } from 'react'
import type { EntryContext } from 'react-router'

/** What the build made of each route. Only the server knows it while it renders a page. */
export const ManifestContext = createContext<EntryContext['manifest'] | undefined>(undefined)

/**
 * For a page that shows, by a lazy component, what belongs to another route: that one's styles and scripts, so that the
 * page doesn't arrive unstyled.
 * @param of id of the other route
 */
export function RouteAssets({ of }: { of: string }) {
  const route = use(ManifestContext)?.routes[of]
  if (!route) return null
  return (
    <>
      {route.css?.map(href => (
        <link key={href} rel="stylesheet" href={href} precedence="default" />
      ))}
      {[route.module, ...(route.imports ?? [])].map(href => (
        <link key={href} rel="modulepreload" href={href} />
      ))}
    </>
  )
}
