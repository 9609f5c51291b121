import { colors } from '../../content/colors.ts'
import { fund } from '../../content/fund.ts'
import { typefaces } from '../../content/typefaces.ts'
import type { PortalError } from '../platform/portal-error.ts'

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
export function refusalPage(
  { message, retryAfter }: PortalError,
  path: string,
  nonce: string,
  isRead: boolean,
): string {
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
