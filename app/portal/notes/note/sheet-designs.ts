import type { Design } from '../../../ui/rosette/designs.ts'
import { tierDesigns } from '../../../ui/rosette/page-designs.ts'

/** The tiers' rosettes, engraved for a whole sheet: hairlines, and three times as many strands. */
export const sheetDesigns: Design[] = tierDesigns.map(({ rings, circles }) => ({
  line: 1.5,
  rings: rings.map(ring => ({ ...ring, strands: ring.strands * 3 })),
  circles: [...(circles ?? []), 499, 495],
}))
