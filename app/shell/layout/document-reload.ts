import { redirectDocument } from 'react-router'
import { embeds } from '../../../content/embeds.ts'
import { publicPageAt } from '../../../content/pages.ts'

/**
 * Whether other companies' widgets may run in this document. A document retains the Content-Security-Policy it was
 * loaded with (`server/http/security-headers.ts`), and a loaded script continues to run from page to page.
 */
export const allowsThirdPartyScripts =
  typeof location !== 'undefined' && Object.keys(embeds).length > 0 && publicPageAt(location.pathname) !== undefined

/**
 * Client middleware of every page. It loads a new document for a private page if the current one allows widgets, so
 * that no third-party script can read along, and for a page with a widget if the current one allows none. All other
 * pages are rendered in place, so that uploads of the portal continue.
 * @throws a redirect to the page as a new document
 */
export function reloadWherePolicyDiffers({ request }: { request: Request }): void {
  const { pathname, search } = new URL(request.url)
  const page = publicPageAt(pathname)
  const needed = allowsThirdPartyScripts ? !page : page?.embed && embeds[page.embed]
  if (needed && request.method === 'GET') throw redirectDocument(pathname + search)
}
