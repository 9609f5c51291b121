import type { Route } from './+types/robots'

/** Private pages, and addresses that aren't pages. This only asks crawlers to stay away; the server controls access. */
const disallowed = ['/profile', '/login', '/auth/', '/outbox', '/files/', '/uploads', '/api/', '/events']

/** /robots.txt (RFC 9309). */
export function loader({ request }: Route.LoaderArgs) {
  const { origin } = new URL(request.url)
  const lines = [
    'User-agent: *',
    ...disallowed.map(path => `Disallow: ${path}`),
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ]
  return new Response(lines.join('\n'), {
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
  })
}
