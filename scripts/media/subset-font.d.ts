declare module 'subset-font' {
  export type Axis = number | { min: number; max: number; default?: number }
  interface Options {
    targetFormat?: 'sfnt' | 'woff' | 'woff2'
    /** A number pins an axis, a range narrows it, and what is not named stays as it is. */
    variationAxes?: Record<string, Axis>
  }
  /** @returns the font with the glyphs that `text` needs, and no others */
  export default function subset(font: Buffer, text: string, options: Options): Promise<Buffer>
}
