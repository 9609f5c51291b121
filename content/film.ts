import made from './pictures/film.json' with { type: 'json' }

/**
 * The film behind the headline, made by `npm run media -- film`: the page's rosette, weaving slowly while light passes
 * over it. A wide cut and an upright one for phones, by their addresses without extension; null for a site without a
 * film, where only the plate turns. `npm run media` removes a film with outdated lettering.
 */
export const film: { version: string; wide: string; upright: string } | null =
  made.version !== ''
    ? {
        /** Changes with the film, so that no browser shows an old one. */
        version: made.version,
        wide: '/media/hero/wide',
        upright: '/media/hero/upright',
      }
    : null
