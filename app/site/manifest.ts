import { colors } from '../../content/colors.ts'
import { fund } from '../../content/fund.ts'
import { toHex } from '../../rules/color.ts'
import favicon from '../shell/layout/favicon.svg?url'

/** /manifest.webmanifest: the site's name, icons and colors when it is added to a home screen. */
export function loader() {
  const manifest = {
    id: '/',
    name: fund.name,
    short_name: fund.shortName,
    description: fund.description,
    lang: fund.language,
    start_url: '/',
    display: 'minimal-ui',
    background_color: toHex(colors.day.paper),
    theme_color: toHex(colors.night.paper),
    icons: [
      { src: favicon, sizes: 'any', type: 'image/svg+xml' },
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
    ],
  }
  return new Response(JSON.stringify(manifest), {
    headers: { 'Content-Type': 'application/manifest+json; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
  })
}
