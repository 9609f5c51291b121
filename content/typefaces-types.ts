/** Where a variable font is cut: the value of each of its axes, such as weight and optical size. */
export type Cut = { wght: number; opsz?: number }

/** A typeface of https://fontsource.org, whose package is among the site's (`npm install @fontsource-variable/NAME`). */
export type Typeface = {
  /** Its designers' name for it. */
  name: string
  /** Its files: Latin letters, and further ones where it has them. All variable in weight, as WOFF2. */
  files: { latin: string; extended?: string; vietnamese?: string }
  /** The weights it has, as CSS writes them. */
  weights: `${number} ${number}`
  /** What a browser shows until the file is there. */
  fallback: 'serif' | 'sans-serif'
}

export type Typefaces = {
  /** Headings, names and large figures: cut for headings, for what is smaller, and for paper. */
  display: Typeface & { cuts: { headings: Cut; small: Cut; paper: Cut } }
  /** Everything else, in all of its weights from `from` to `to`. */
  text: Typeface & { from: number; to: number }
  /** E-mail can't bring a typeface along: what its readers have, as CSS writes it. */
  mail: string
}
