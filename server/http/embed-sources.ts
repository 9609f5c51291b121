import type { Embeds } from '../../content/embeds-types.ts'

/**
 * Origins that a Content-Security-Policy allows besides our own, by directive; each starts with a space, or the string
 * is empty.
 */
export interface EmbedSources {
  scripts: string
  frames: string
  connections: string
  images: string
}

/**
 * @param embeds the fund's widgets
 * @returns exactly their origins; empty strings without widgets
 * @throws Error for an address that isn't https, at startup rather than in a visitor's browser
 */
export function embedSources(embeds: Embeds): EmbedSources {
  const { formScript, bookingScript, emailForm, videoBooking, phoneBooking, founderCalendar, alsoAllow = {} } = embeds
  const scripts = [formScript, bookingScript]
  return {
    scripts: originList([...scripts, ...(alsoAllow.scripts ?? [])]),
    // A widget's script creates its own frames.
    frames: originList([
      emailForm,
      videoBooking,
      phoneBooking,
      founderCalendar,
      ...scripts,
      ...(alsoAllow.frames ?? []),
    ]),
    connections: originList([...scripts, ...(alsoAllow.connections ?? [])]),
    images: originList(alsoAllow.images ?? []),
  }
}

function originList(addresses: (string | undefined)[]): string {
  const origins = addresses.filter(address => address !== undefined).map(originOf)
  return [...new Set(origins)].map(origin => ` ${origin}`).join('')
}

function originOf(address: string): string {
  const url = new URL(address)
  if (url.protocol !== 'https:') throw new Error(`content/embeds.ts: ${address} does not begin with https://`)
  return url.origin
}
