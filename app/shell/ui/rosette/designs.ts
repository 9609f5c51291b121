import type { Ring } from '../../../../rules/rosette-curve.ts'

/** A rosette: its rings from the outside in, and the width of its hairlines in units of the 1000 box. */
export type Design = {
  rings: Ring[]
  line: number
  /** Digits after the decimal point in the path; 0 is enough for a small rosette. */
  decimals?: number
  /** Béziers for each wave, see `wedge`. */
  steps?: number
  /** Radii of plain circles around and between the rings. */
  circles?: number[]
}

/** The fund's mark: sixteen petals, legible at 28 px. */
export const mark: Design = {
  line: 30,
  decimals: 0,
  rings: [{ radius: 355, strands: 2, waves: 8, depth: 115 }],
}
