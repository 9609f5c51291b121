import { colors } from './colors.ts'
import { deck, summary } from './deck.ts'
import { fund } from './fund.ts'
import { home } from './home.ts'
import { logo } from './logo.ts'
import { sharing } from './sharing.ts'

/** The parts of the logo in these pictures; its icon is handled elsewhere. */
function logoOn(...grounds: ('day' | 'night')[]) {
  if (!logo) return {}
  const { width, height, hasName, ...of } = logo
  return { logo: { width, height, hasName }, files: grounds.map(each => of[each]) }
}

/**
 * The words of the pictures that `npm run media` draws. Their fingerprint is stored with the pictures, so that the
 * check detects a difference from this folder. `files` below public/ are in them, too.
 */
export const generatedPictures = {
  deck: { name: fund.name, footnote: fund.footnote, sheets: deck, colors: colors.day, ...logoOn('day', 'night') },
  /** For the fund's own deck file, only the fund's name. */
  ownDeck: { name: fund.name },
  summary: { name: fund.name, tagline: fund.tagline, sheet: summary, colors: colors.day, ...logoOn('day') },
  plate: { lettering: home.hero.lettering },
  og: { name: fund.name, footnote: fund.footnote, sharing, colors: colors.day, ...logoOn('night') },
}
