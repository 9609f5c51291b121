import type { Design } from './designs.ts'

/** One for each tier, first to sixth: progressively more rings and strands, but open enough for 72 px. */
export const tierDesigns: Design[] = [
  { line: 8, decimals: 0, steps: 3, rings: [{ radius: 395, strands: 2, waves: 15, depth: 95 }] },
  {
    line: 8,
    decimals: 0,
    steps: 3,
    rings: [
      { radius: 395, strands: 2, waves: 20, depth: 95 },
      { radius: 200, strands: 2, waves: 10, depth: 80 },
    ],
  },
  {
    line: 8,
    decimals: 0,
    steps: 3,
    rings: [
      { radius: 400, strands: 3, waves: 18, depth: 90 },
      { radius: 225, strands: 3, waves: 9, depth: 75 },
    ],
    circles: [120],
  },
  {
    line: 8,
    decimals: 0,
    steps: 3,
    rings: [
      { radius: 415, strands: 4, waves: 18, depth: 75 },
      { radius: 260, strands: 3, waves: 12, depth: 70 },
      { radius: 110, strands: 3, waves: 5, depth: 60 },
    ],
  },
  {
    line: 7,
    decimals: 0,
    steps: 3,
    rings: [
      { radius: 420, strands: 5, waves: 20, depth: 68 },
      { radius: 275, strands: 4, waves: 14, depth: 62 },
      { radius: 130, strands: 3, waves: 7, depth: 58 },
    ],
  },
  {
    line: 6,
    decimals: 0,
    steps: 3,
    rings: [
      { radius: 425, strands: 6, waves: 22, depth: 62 },
      { radius: 300, strands: 5, waves: 16, depth: 52 },
      { radius: 180, strands: 4, waves: 10, depth: 48 },
      { radius: 75, strands: 3, waves: 5, depth: 40 },
    ],
  },
]

/** A ring with an empty center for two initials, however wide. */
export const medallion: Design = {
  line: 3,
  decimals: 0,
  steps: 3,
  rings: [
    { radius: 440, strands: 4, waves: 36, depth: 34 },
    { radius: 340, strands: 6, waves: 24, depth: 48 },
  ],
  circles: [492, 484, 286, 278],
}

/** The plate behind the home page's headline, in two parts that rotate in opposite directions. */
export const heroOuter: Design = {
  line: 0.55,
  rings: [
    { radius: 447, strands: 5, waves: 72, depth: 15 },
    { radius: 350, strands: 20, waves: 20, depth: 62, beat: 10, sway: 16 },
    { radius: 268, strands: 12, waves: 40, depth: 34, beat: 20, sway: 8 },
  ],
  circles: [498, 496, 469, 467, 427.5, 425.5],
}

export const heroInner: Design = {
  line: 0.55,
  rings: [
    { radius: 186, strands: 24, waves: 16, depth: 58, beat: 8, sway: 20 },
    { radius: 100, strands: 16, waves: 12, depth: 38, beat: 6, sway: 8 },
    { radius: 48, strands: 10, waves: 10, depth: 14 },
  ],
}
