import type { Context } from 'hono'
import { log } from '../platform/log.ts'
import { PortalError } from '../platform/portal-error.ts'

/**
 * An error as an answer: a sentence a person can act on, or the one for faults of ours, which go to the log. Scripts
 * get it as JSON; whoever follows a link to a file, or has an archive made by a form, gets a page of the portal.
 */
export function answerError(error: Error, c: Context): Response {
  const portal = error instanceof PortalError ? error : new PortalError('UNEXPECTED', { cause: error })
  const status = portal.code === 'UNEXPECTED' ? 500 : portal.status
  if (status >= 500) log.error('a request failed', error, { id: c.get('requestId'), path: c.req.path })
  if (portal.retryAfter) c.header('Retry-After', String(portal.retryAfter))
  c.header('Cache-Control', 'no-store')
  if (c.req.path.startsWith('/files/')) mayBeFramed(c)
  if (isPageOfFiles(c)) return c.redirect(pageAbout(portal, c.req.param('id')), 303)
  return c.json({ code: portal.code, message: portal.message, request_id: c.get('requestId') }, status as 400)
}

/** What is downloaded arrives in a frame of ours (`app/portal/documents/download-frame.tsx`), which reads why it was refused. */
function mayBeFramed(c: Context): void {
  c.header('X-Frame-Options', 'SAMEORIGIN')
  c.header('Content-Security-Policy', "default-src 'none'; frame-ancestors 'self'")
}

/** Whether the answer would fill a browser's window. A frame of ours shows files too, and says itself what is wrong. */
function isPageOfFiles(c: Context): boolean {
  const shownIn = c.req.header('sec-fetch-dest')
  const wantsPage = shownIn ? shownIn === 'document' : (c.req.header('accept') ?? '').includes('text/html')
  return wantsPage && c.req.path.startsWith('/files/')
}

function pageAbout({ code }: PortalError, documentId: string | undefined): string {
  if (code !== 'NO_SESSION') return `/profile/documents?${new URLSearchParams({ refused: code })}`
  const next = documentId ? `/profile?${new URLSearchParams({ document: documentId })}` : '/profile'
  return `/login?${new URLSearchParams({ next })}`
}
