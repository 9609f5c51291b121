import { noBookingAt } from '../../content/calls-offered.ts'
import { publicPages } from '../../content/pages.ts'
import type { Route } from './+types/sitemap'

/** /sitemap.xml: every public page (sitemaps.org protocol 0.9). */
export function loader({ request }: Route.LoaderArgs) {
  const { origin } = new URL(request.url)
  const entries = publicPages
    .filter(({ path }) => !noBookingAt.includes(path))
    .map(({ path }) => `  <url><loc>${origin}${path}</loc></url>`)
  const xml = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...entries,
    '</urlset>',
    '',
  ]
  return new Response(xml.join('\n'), {
    headers: { 'Content-Type': 'application/xml; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
  })
}
