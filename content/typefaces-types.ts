/** A variable font's cut: the value of each of its axes, such as weight and optical size. */
export type Cut = { wght: number; opsz?: number }

/** A typeface of https://fontsource.org with an installed package (`npm install @fontsource-variable/NAME`). */
export type Typeface = {
  /** Its designers' name for it. */
  name: string
  /** Its files: Latin letters, and further ones if available. All variable in weight, as WOFF2. */
  files: { latin: string; extended?: string; vietnamese?: string }
  /** Its weights, in CSS notation. */
  weights: `${number} ${number}`
  /** Shown until the file is loaded. */
  fallback: 'serif' | 'sans-serif'
}

export type Typefaces = {
  /** Headings, names and large figures: cut for headings, for smaller text, and for print. */
  display: Typeface & { cuts: { headings: Cut; small: Cut; paper: Cut } }
  /** Everything else, in all of its weights from `from` to `to`. */
  text: Typeface & { from: number; to: number }
  /** E-mail can't embed a typeface: fonts that readers have, in CSS notation. */
  mail: string
}
