import type { Typefaces } from './typefaces-types.ts'

/**
 * The typefaces of pages, the deck, link previews, the plate, statements and letters. After a change: `npm run media`,
 * which cuts them to the used letters, and computes their fallbacks until they are loaded.
 */
export const typefaces: Typefaces = {
  display: {
    name: 'Newsreader',
    files: {
      latin: '@fontsource-variable/newsreader/files/newsreader-latin-opsz-normal.woff2',
      extended: '@fontsource-variable/newsreader/files/newsreader-latin-ext-opsz-normal.woff2',
      vietnamese: '@fontsource-variable/newsreader/files/newsreader-vietnamese-opsz-normal.woff2',
    },
    weights: '200 800',
    fallback: 'serif',
    cuts: {
      headings: { wght: 338, opsz: 64 },
      small: { wght: 395, opsz: 28 },
      paper: { wght: 380, opsz: 40 },
    },
  },
  text: {
    name: 'Instrument Sans',
    files: {
      latin: '@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2',
      extended: '@fontsource-variable/instrument-sans/files/instrument-sans-latin-ext-wght-normal.woff2',
    },
    weights: '400 700',
    fallback: 'sans-serif',
    from: 400,
    to: 700,
  },
  mail: "Georgia, 'Times New Roman', serif",
}
