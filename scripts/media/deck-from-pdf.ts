// npm run deck -- FILE.pdf: creates the pitch deck's pages from the fund's own PDF.

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { pagesOfPdf } from './pdf-pages.ts'
import { say } from './tools.ts'

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [file, ...more] = process.argv.slice(2)
  if (!file || more.length > 0) {
    say('Which PDF is the deck? Usage: npm run deck -- FILE.pdf')
    process.exit(1)
  }
  try {
    const pages = await pagesOfPdf(readFileSync(file))
    const silent = pages.flatMap(({ text }, i) => (text.length === 0 ? [i + 1] : []))
    say(`The pitch deck now has ${pages.length} pages.`)
    if (silent.length > 0) {
      say(
        `Page ${silent.join(', ')} has no text, so screen readers announce only its number. Add text in content/pictures/deck.json.`,
      )
    }
  } catch (error) {
    say(`${file} could not be split into pages: ${error instanceof Error ? error.message : error}`)
    process.exit(1)
  }
}
