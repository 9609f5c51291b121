import { security } from '../../content/security.ts'
import type { Route } from './+types/security-txt'

const daysValid = 364
const day = 24 * 60 * 60 * 1000

/** /.well-known/security.txt: the contact for vulnerability reports (RFC 9116). */
export function loader({ request }: Route.LoaderArgs) {
  const { origin } = new URL(request.url)
  const expires = new Date(Date.parse(security.confirmed) + daysValid * day)
  const lines = [
    `Contact: mailto:${security.email}`,
    `Expires: ${expires.toISOString()}`,
    `Preferred-Languages: ${security.languages.join(', ')}`,
    `Canonical: ${origin}/.well-known/security.txt`,
    '',
  ]
  return new Response(lines.join('\n'), {
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=3600' },
  })
}
