import { colors } from './colors.ts'
import { deck, summary } from './deck.ts'
import { fund } from './fund.ts'
import { home } from './home.ts'
import { logo } from './logo.ts'
import { sharing } from './sharing.ts'

/** Of the logo, what these pictures show; its icon stands elsewhere. */
function logoOn(...grounds: ('day' | 'night')[]) {
  if (!logo) return {}
  const { width, height, hasName, ...of } = logo
  return { logo: { width, height, hasName }, files: grounds.map(each => of[each]) }
}

/**
 * What `npm run media` writes on the pictures it draws. Its fingerprint is kept with the pictures, so that the check
 * knows whether they still say what this folder says. `files` below public/ are on them, too.
 */
export const generatedPictures = {
  deck: { name: fund.name, footnote: fund.footnote, sheets: deck, colors: colors.day, ...logoOn('day', 'night') },
  /** Where the deck is the fund's own file, only whose it is. */
  ownDeck: { name: fund.name },
  summary: { name: fund.name, tagline: fund.tagline, sheet: summary, colors: colors.day, ...logoOn('day') },
  plate: { lettering: home.hero.lettering },
  og: { name: fund.name, footnote: fund.footnote, sharing, colors: colors.day, ...logoOn('night') },
}
