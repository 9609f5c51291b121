/**
 * The film behind the headline, made by `npm run media -- film`: the same rosette that the page draws, weaving slowly
 * while light passes over it. A wide cut and an upright one for phones; null for a site without a film.
 */
export const film = {
  /** Changes with the film, so that no browser shows an old one. */
  version: '1',
  wide: { path: '/media/hero/wide', width: 1920, height: 1080 },
  upright: { path: '/media/hero/upright', width: 720, height: 1280 },
} as const
