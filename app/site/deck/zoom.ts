/** How a page lies in the window while it is enlarged: pixels of the window, from the corner of what shows it. */

export type Point = { x: number; y: number }
export type Size = { width: number; height: number }
/** `x` and `y` of the page's corner, `scale` against its size in the strip. */
export type Lie = Point & { scale: number }

/** Four times: small print of a deck fills a phone, and its largest picture still has something to show. */
export const mostZoom = 4
/** What a double press makes of a page. */
export const doubleZoom = 2.5
/** Below this a page is let go, and lies in the strip again. */
export const leastZoom = 1.05

/**
 * @param lie how it lies
 * @param scale how large it shall be
 * @param from a point of the window on the page, which is to come to `to`
 * @param page its size at scale 1
 * @param window what shows it
 * @returns how it lies then: no smaller than 1, no larger than `mostZoom`, and never past its own edge
 */
export function zoomed(lie: Lie, scale: number, from: Point, to: Point, page: Size, window: Size): Lie {
  const next = Math.min(Math.max(scale, 1), mostZoom)
  const grown = next / lie.scale
  return {
    scale: next,
    x: within(to.x - (from.x - lie.x) * grown, page.width * next, window.width),
    y: within(to.y - (from.y - lie.y) * grown, page.height * next, window.height),
  }
}

/** A page that is larger than the window covers it; one that is smaller stays inside. */
function within(at: number, length: number, room: number): number {
  const slack = room - length
  return Math.min(Math.max(at, Math.min(slack, 0)), Math.max(slack, 0))
}
