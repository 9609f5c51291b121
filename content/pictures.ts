import type { Pictures } from './deck-types.ts'
import deck from './pictures/deck.json' with { type: 'json' }
import og from './pictures/og.json' with { type: 'json' }
import plate from './pictures/plate.json' with { type: 'json' }
import summary from './pictures/summary.json' with { type: 'json' }

/** The pages of the pitch deck and of the executive summary, as pictures with their words. */
export const deckPictures = deck as Pictures
export const summaryPictures = summary as Pictures

/** The pictures of shared links are in `/og`; this is only their fingerprint. */
export const ogPictures: { made: string } = og

/** The plate behind the headline is part of the page (app/site/plate); this is only its fingerprint. */
export const platePicture: { made: string } = plate
