import type { Embeds } from './embeds-types.ts'

/**
 * Other companies' widgets, where the fund uses some. Each that is missing leaves its page to the site's own form or
 * calendar, and no page then asks another host for anything. The Content-Security-Policy allows exactly what stands here.
 */
export const embeds: Embeds = {}
