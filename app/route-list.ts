import type { EntryContext } from 'react-router'

const list = /^(.*\/manifest-\w+)\.js$/
const officePage = /^portal\/admin\//

/** @returns where the list of all routes is, beside the one without the office's pages (scripts/vite-lean-manifest.ts) */
export function officeList(url: string): string {
  return url.replace(list, '$1-office.js')
}

/** @returns the context of a page, with the list of routes that its reader needs: only the office's has all */
export function withRouteList(context: EntryContext): EntryContext {
  const { matches, loaderData } = context.staticHandlerContext
  const portal = loaderData['portal/portal-layout'] as { me?: { isAdmin: boolean } } | undefined
  const isOffice = portal?.me?.isAdmin || matches.some(({ route }) => officePage.test(route.id))
  if (!isOffice) return context
  return { ...context, manifest: { ...context.manifest, url: officeList(context.manifest.url) } }
}
