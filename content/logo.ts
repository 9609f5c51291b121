import type { Logo } from './types.ts'

/**
 * The fund's own mark, in place of the engraved rosette beside its name: on pages, in icons, on the deck, link previews,
 * statements and letters. null keeps the rosette. Run `npm run media` after a change.
 *
 *     export const logo: Logo | null = {
 *       day: '/media/logo.svg', night: '/media/logo-night.svg', width: 40, height: 32, hasName: false,
 *       icon: '/media/logo-square.svg',
 *     }
 */
export const logo: Logo | null = null
