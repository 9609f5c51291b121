import made from './pictures/film.json' with { type: 'json' }

/**
 * The film behind the headline, made by `npm run media -- film`: the same rosette that the page draws, weaving slowly
 * while light passes over it. A wide cut and an upright one for phones, by their addresses without ending; null for a
 * site without a film, which leaves the plate to turn alone. `npm run media` removes a film that is lettered otherwise.
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
