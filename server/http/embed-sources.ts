import type { Embeds } from '../../content/embeds-types.ts'

/** Origins a Content-Security-Policy allows besides our own, by directive; each begins with a space, or is empty. */
export interface EmbedSources {
  scripts: string
  frames: string
  connections: string
  images: string
}

/**
 * @param embeds the fund's widgets
 * @returns the hosts they come from, one by one and nothing wider; all empty where none is set
 * @throws for an address that is not https, at the start and not in a visitor's browser
 */
export function embedSources(embeds: Embeds): EmbedSources {
  const { formScript, bookingScript, emailForm, videoBooking, phoneBooking, founderCalendar, alsoAllow = {} } = embeds
  const scripts = [formScript, bookingScript]
  return {
    scripts: listed([...scripts, ...(alsoAllow.scripts ?? [])]),
    // A widget's script draws its own frames.
    frames: listed([emailForm, videoBooking, phoneBooking, founderCalendar, ...scripts, ...(alsoAllow.frames ?? [])]),
    connections: listed([...scripts, ...(alsoAllow.connections ?? [])]),
    images: listed(alsoAllow.images ?? []),
  }
}

function listed(addresses: (string | undefined)[]): string {
  const origins = addresses.filter(address => address !== undefined).map(originOf)
  return [...new Set(origins)].map(origin => ` ${origin}`).join('')
}

function originOf(address: string): string {
  const url = new URL(address)
  if (url.protocol !== 'https:') throw new Error(`content/embeds.ts: ${address} does not begin with https://`)
  return url.origin
}
