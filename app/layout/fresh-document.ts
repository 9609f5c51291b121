import { redirectDocument } from 'react-router'
import { embeds } from '../../content/embeds.ts'
import { publicPageAt } from '../../content/pages.ts'

/**
 * Whether other companies' widgets may come into this document. It keeps the policy it was loaded with
 * (`server/http/security.ts`), and whatever script has come in runs on from page to page.
 */
export const letsOthersIn =
  typeof location !== 'undefined' && Object.keys(embeds).length > 0 && publicPageAt(location.pathname) !== undefined

/**
 * Client middleware, in front of every page: loads a fresh document for a private page where others have been let in,
 * so that nobody else's script reads along, and for a page with a widget where none may come in. Every other page of
 * the portal's documents is drawn in place, for the uploads that go on meanwhile.
 */
export function freshDocument({ request }: { request: Request }): void {
  const { pathname, search } = new URL(request.url)
  const page = publicPageAt(pathname)
  const needed = letsOthersIn ? !page : page?.embed && embeds[page.embed]
  if (needed && request.method === 'GET') throw redirectDocument(pathname + search)
}
