import { data } from 'react-router'
import type { Route } from './+types/catch-all'
import { pageMeta } from './meta.ts'
import { NotFound } from './not-found.tsx'

/** The route of every address without a page. */
export function loader() {
  return data(null, { status: 404 })
}

/**
 * A page that the browser's list of routes doesn't have may still exist: the office's are only in a list of their own
 * (scripts/vite-lean-manifest.ts). The browser loads it as a document.
 */
export async function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  // The same address: this page is only brought up to date.
  if (new URL(request.url).pathname === location.pathname) return serverLoader()
  location.assign(request.url)
  return new Promise<never>(() => {})
}

export const meta = () => [...pageMeta('Page not found'), { name: 'robots', content: 'noindex' }]

export default NotFound
