import type { Context } from 'hono'
import { colors } from '../../content/colors.ts'
import { fund } from '../../content/fund.ts'
import { typefaces } from '../../content/typefaces.ts'
import { log } from '../platform/log.ts'
import { PortalError } from '../platform/portal-error.ts'
import { StoreError } from '../storage/storage-port.ts'
import { isNavigation } from './request-client.ts'

/**
 * Turns an error into a response: a sentence for errors a person can act on, a general one for our own faults, which
 * are logged. Scripts get JSON; a link to a file, or a form that requests an archive, leads to a page of the portal; a
 * browser that requested any other page gets a small, cheap one.
 */
export function errorResponse(error: Error, c: Context): Response {
  const portal = error instanceof PortalError ? error : portalErrorFor(error)
  const status = portal.code === 'UNEXPECTED' ? 500 : portal.status
  if (status >= 500) log.error('a request failed', error, { id: c.get('requestId'), path: c.req.path })
  if (portal.retryAfter) c.header('Retry-After', String(portal.retryAfter))
  c.header('Cache-Control', 'no-store')
  if (c.req.path.startsWith('/files/')) allowFraming(c)
  // Our own frames show files too, and display errors themselves.
  if (isNavigation(c.req.raw)) {
    if (c.req.path.startsWith('/files/')) return c.redirect(errorPageUrl(portal, c.req.param('id')), 303)
    return answerWithPage(portal, c, status)
  }
  return c.json({ code: portal.code, message: portal.message, request_id: c.get('requestId') }, status as 400)
}

function portalErrorFor(error: Error): PortalError {
  if (error instanceof StoreError) return new PortalError('FILES_UNREACHABLE', { retryAfter: 10, cause: error })
  return new PortalError('UNEXPECTED', { cause: error })
}

/** Downloads load in a frame of our page (`app/documents/investor/download-frame.tsx`), which reads why they failed. */
function allowFraming(c: Context): void {
  c.header('X-Frame-Options', 'SAMEORIGIN')
  c.header('Content-Security-Policy', "default-src 'none'; frame-ancestors 'self'")
}

function answerWithPage(portal: PortalError, c: Context, status: number): Response {
  const nonce = c.get('nonce')
  c.header('Content-Security-Policy', `default-src 'none'; style-src 'nonce-${nonce}'; frame-ancestors 'none'`)
  return c.html(refusalPage(portal, c.req.path, nonce, c.req.method === 'GET'), status as 400)
}

function errorPageUrl({ code }: PortalError, documentId: string | undefined): string {
  if (code !== 'NO_SESSION') return `/profile/documents?${new URLSearchParams({ refused: code })}`
  const next = documentId ? `/profile?${new URLSearchParams({ document: documentId })}` : '/profile'
  return `/login?${new URLSearchParams({ next })}`
}

const { day, night } = colors

/** Standalone, since a refusal must be cheap. */
const style = `:root { color-scheme: light dark; --paper: ${day.paper}; --ink: ${day.ink} }
@media (prefers-color-scheme: dark) { :root { --paper: ${night.paper}; --ink: ${night.ink} } }
body { margin: 0; min-height: 100svh; display: grid; place-items: center; background: var(--paper); color: var(--ink);
  font: 1.125rem/1.6 "${typefaces.text.name}", system-ui, ${typefaces.text.fallback} }
main { max-width: 34rem; padding: 2rem 1.5rem }
h1 { margin: 0 0 1rem; font: 500 clamp(1.75rem, 6vw, 2.5rem)/1.15 "${typefaces.display.name}", "Times New Roman", ${typefaces.display.fallback} }
a { display: inline-block; padding: .75rem 0; color: inherit }`

/**
 * The page for a request refused before routing.
 * @param retryAfter seconds; a page that was only read retries by itself after them
 * @param path target of the link, without its query, which may be private
 */
function refusalPage({ message, retryAfter }: PortalError, path: string, nonce: string, isRead: boolean): string {
  const again = isRead && retryAfter ? `<meta http-equiv="refresh" content="${retryAfter}">` : ''
  return `<!doctype html>
<html lang="${fund.language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">${again}
<title>${escaped(fund.name)}</title><style nonce="${nonce}">${style}</style></head>
<body><main><h1>${escaped(fund.name)}</h1><p>${escaped(message)}</p>
<a href="${isRead ? '' : escaped(path)}">${isRead ? 'Try again' : 'Back to the page'}</a></main></body>
</html>
`
}

function escaped(words: string): string {
  return words.replace(/[&<>"']/g, letter => `&#${letter.charCodeAt(0)};`)
}
