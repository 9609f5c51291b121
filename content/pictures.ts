import type { Pictures } from './deck-types.ts'
import deck from './pictures/deck.json' with { type: 'json' }
import summary from './pictures/summary.json' with { type: 'json' }

/** The pages of the pitch deck and the one of the executive summary, as pictures with what is written on them. */
export const deckPictures = deck as Pictures
export const summaryPictures = summary as Pictures
