import type { Embeds } from './embeds-types.ts'

/**
 * Other companies' widgets, if the fund uses any. Without one, its page has the site's own form or calendar, and
 * contacts no other host. The Content-Security-Policy allows exactly these.
 */
export const embeds: Embeds = {}
