import type { Pictures } from './deck-types.ts'
import deck from './pictures/deck.json' with { type: 'json' }
import og from './pictures/og.json' with { type: 'json' }
import plate from './pictures/plate.json' with { type: 'json' }
import summary from './pictures/summary.json' with { type: 'json' }

/** The pages of the pitch deck and the one of the executive summary, as pictures with what is written on them. */
export const deckPictures = deck as Pictures
export const summaryPictures = summary as Pictures

/** The pictures of shared links are at `/og`; here is only of what they were made. */
export const ogPictures: { made: string } = og

/** The plate behind the headline is a part of the page (app/site/plate); here is only of what it was made. */
export const platePicture: { made: string } = plate
