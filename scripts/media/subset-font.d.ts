declare module 'subset-font' {
  export type Axis = number | { min: number; max: number; default?: number }
  interface Options {
    targetFormat?: 'sfnt' | 'woff' | 'woff2'
    /** A number pins an axis, a range narrows it, other axes stay. */
    variationAxes?: Record<string, Axis>
  }
  /** @returns the font with only the glyphs that `text` needs */
  export default function subset(font: Buffer, text: string, options: Options): Promise<Buffer>
}
