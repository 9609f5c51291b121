import type { FramedEmbed } from './embeds-types.ts'
import { fund } from './fund.ts'

export type PublicPage = {
  path: string
  /** Name of its picture for shared links, `/og/<picture>.png`, 1200 by 630. */
  picture: string
  /** The same for every reader, so it is rendered at build time, not for each request. */
  prerendered: boolean
  /** Its widget, if the fund has one. */
  embed?: FramedEmbed
}

/**
 * Every public page, for search engines, shared links, the build and the tests. Addresses are the site's own and do not
 * change from fund to fund, except for the founder's (specification section 2).
 */
export const publicPages: readonly PublicPage[] = [
  { path: '/', picture: 'home', prerendered: true },
  { path: '/overview', picture: 'overview', prerendered: true },
  { path: '/about', picture: 'about', prerendered: true },
  { path: '/faq', picture: 'faq', prerendered: true },
  { path: '/investor-info', picture: 'investor-info', prerendered: true },
  { path: '/investor-portal', picture: 'investor-portal', prerendered: false },
  // Its view is in the query; with one it is rendered per request, like every page.
  { path: '/documents', picture: 'documents', prerendered: true },
  { path: '/pitch-deck', picture: 'pitch-deck', prerendered: true },
  { path: '/contact', picture: 'contact', prerendered: false, embed: 'emailForm' },
  { path: '/email-contact', picture: 'email-contact', prerendered: false, embed: 'emailForm' },
  { path: '/phone-call-booking', picture: 'phone-call-booking', prerendered: false, embed: 'phoneBooking' },
  { path: '/video-call-booking', picture: 'video-call-booking', prerendered: false, embed: 'videoBooking' },
  { path: fund.founderPath, picture: 'founder', prerendered: false, embed: 'founderCalendar' },
  { path: '/terms', picture: 'terms', prerendered: true },
  { path: '/privacy', picture: 'privacy', prerendered: true },
  { path: '/guide', picture: 'guide', prerendered: true },
]

/** @returns the public page at an address, which may end in a slash; undefined for private and unknown addresses */
export function publicPageAt(pathname: string): PublicPage | undefined {
  const path = pathname.replace(/(.)\/$/, '$1')
  return publicPages.find(page => page.path === path)
}
