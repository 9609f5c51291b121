// npm run media [-- deck summary plate film og icons fonts]: draws the site's pictures from content/ and mathematics
// into public/, and cuts its fonts to the letters it uses. `-- handbook` takes the pictures of docs/handbook.md,
// `-- signatures` draws those of the sample fund's partners.

import { inLogoFiles } from '../../content/check.ts'
import { content } from '../content.ts'
import { makeDeck, makeSummary } from './deck.ts'
import { makeFilm } from './film.ts'
import { makeFonts } from './fonts.ts'
import { makeIcons } from './icons.ts'
import { makeSharedPictures } from './og.ts'
import { makePlate } from './plate.ts'
import { makeSignatures } from './signatures.ts'
import { say, whyNoFfmpeg } from './tools.ts'

const parts: Record<string, () => Promise<void>> = {
  deck: makeDeck,
  summary: makeSummary,
  plate: makePlate,
  og: makeSharedPictures,
  icons: makeIcons,
  fonts: makeFonts,
  // Last: it takes the longest, and has its own requirements.
  film: makeFilm,
  signatures: makeSignatures,
  // Starts the site with the tests' tools, which the other parts don't need.
  handbook: async () => (await import('./handbook.ts')).makeHandbook(),
}
/** They show the site, or the sample fund's people, so other funds don't need them. */
const onRequest = ['handbook', 'signatures']

const requested = process.argv.slice(2)
const unknown = requested.filter(name => !(name in parts))
if (unknown.length > 0) {
  say(`There is no ${unknown.join(', ')}. Choose from: ${Object.keys(parts).join(', ')}.`)
  process.exit(1)
}
const { drawings, logo } = content
const missingLogo = inLogoFiles(logo.own, drawings.sizeOf)
for (const fault of missingLogo) say(fault)
if (missingLogo.length > 0) process.exit(1)
for (const [name, make] of Object.entries(parts)) {
  if (!(requested.length === 0 ? !onRequest.includes(name) : requested.includes(name))) continue
  const missing = name === 'film' ? whyNoFfmpeg() : undefined
  if (missing) say(missing)
  else await make()
  // The page is complete without the video: only the plate turns.
  if (missing && requested.includes(name)) process.exitCode = 1
}
