// npm run media [-- deck summary film og icons]: draws the site's pictures from content/ and mathematics into public/.

import { makeDeck, makeSummary } from './deck.ts'
import { makeFilm } from './film.ts'
import { makeIcons } from './icons.ts'
import { makeSharedPictures } from './og.ts'
import { say } from './tools.ts'

const parts: Record<string, () => Promise<void>> = {
  deck: makeDeck,
  summary: makeSummary,
  film: makeFilm,
  og: makeSharedPictures,
  icons: makeIcons,
}

const asked = process.argv.slice(2)
const unknown = asked.filter(name => !(name in parts))
if (unknown.length > 0) {
  say(`There is no ${unknown.join(', ')}. What can be made: ${Object.keys(parts).join(', ')}.`)
  process.exit(1)
}
for (const [name, make] of Object.entries(parts)) {
  if (asked.length === 0 || asked.includes(name)) await make()
}
