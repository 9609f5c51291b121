/** Rules for signing links (specification sections 3 and 5: name and URL both required and trimmed), for form and server. */
import { signingUrlLength } from '../../rules/limits.ts'

/**
 * State of a signing link: `sent` to its owner, `opened` by them, `said_signed` when they report a signature,
 * `confirmed` once the fund has the signed document. Older links have none.
 */
export type SigningState = 'sent' | 'opened' | 'said_signed' | 'confirmed'

/** Filters of the administrators' list of signing links. */
export const signingFilters = ['open', 'said_signed', 'waiting', 'confirmed'] as const
export type SigningFilter = (typeof signingFilters)[number]

/** Messages of the catalogue (`messages.ts`) about signing links, shared by form and server. */
export const signingLinkMessages = {
  LINK_NAME_REQUIRED: 'Enter a name for this document.',
  LINK_URL_REQUIRED: 'Enter the address where this document is signed.',
  LINK_URL_INVALID: 'Enter a full address that starts with https://, such as https://sign.example.com/a1b2.',
  LINK_URL_CREDENTIALS: 'This address contains a user name or password. Enter it without them.',
  LINK_URL_LONG: 'This address is too long. Enter at most 2,048 characters.',
  LINK_URL_HOST:
    'This address isn’t at one of the signing services that the fund uses. Use a link from one of them, or ask the person who runs the site to add the service.',
} as const

type UrlProblem = Exclude<keyof typeof signingLinkMessages, 'LINK_NAME_REQUIRED'>

/** @returns the refusal of another service's address, with the services that the fund uses */
export function notASigningHost(hosts: readonly string[]): string {
  return `Signing links lead to ${hosts.join(', ') || 'no service yet'}. Use a link from there, or ask the person who runs the site to add another service.`
}

/**
 * @param host as in `URL`: lower case, international names as punycode
 * @returns whether it is one of these hosts, or a subdomain of one
 */
export function isSigningHost(host: string, hosts: readonly string[]): boolean {
  return hosts.some(allowed => host === allowed || host.endsWith(`.${allowed}`))
}

/**
 * @param typed the address as typed or pasted
 * @param hosts of the fund's signing services (`content/signing.ts`)
 * @returns the address normalized, with https, the standard port and without user or password; or its problem
 */
export function readSigningUrl(
  typed: string,
  hosts: readonly string[],
): { url: string; problem?: undefined } | { problem: UrlProblem } {
  const text = typed.trim()
  if (!text) return { problem: 'LINK_URL_REQUIRED' }
  if (text.length > signingUrlLength) return { problem: 'LINK_URL_LONG' }
  // URL parsers silently drop line breaks and tabs, and encode invisible characters.
  if (/[\p{C}\p{Z}\\]/u.test(text) || !/^https:\/\/[^/]/i.test(text)) return { problem: 'LINK_URL_INVALID' }
  const parsed = parse(text)
  if (parsed?.protocol !== 'https:' || !parsed.hostname) return { problem: 'LINK_URL_INVALID' }
  if (parsed.username || parsed.password || /^https:\/\/[^/?#]*@/i.test(text)) {
    return { problem: 'LINK_URL_CREDENTIALS' }
  }
  if (parsed.href.length > signingUrlLength) return { problem: 'LINK_URL_LONG' }
  return isSigningHost(parsed.host, hosts) ? { url: parsed.href } : { problem: 'LINK_URL_HOST' }
}

function parse(text: string): URL | undefined {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}
