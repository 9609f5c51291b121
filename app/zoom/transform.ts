/** Where enlarged content lies, in pixels from the corner of the frame that shows it. Nothing here knows of a browser. */

export type Point = { x: number; y: number }
export type Size = { width: number; height: number }
/** Where the content's corner is, and how large the content is against its own size (1). */
export type Transform = Point & { scale: number }
export type Limits = { min: number; max: number }

export const distance = (one: Point, two: Point) => Math.hypot(one.x - two.x, one.y - two.y)

export const midpoint = (one: Point, two: Point): Point => ({ x: (one.x + two.x) / 2, y: (one.y + two.y) / 2 })

export const clamp = (value: number, { min, max }: Limits) => Math.min(Math.max(value, min), max)

/**
 * @param start where the content lies
 * @param scale how large it will be
 * @param from a point of the frame; what is there now moves to `to`
 * @returns where the content lies then
 */
export function zoomed(start: Transform, scale: number, from: Point, to: Point = from): Transform {
  const growth = scale / start.scale
  return { scale, x: to.x - (from.x - start.x) * growth, y: to.y - (from.y - start.y) * growth }
}

/**
 * @param content its size at scale 1
 * @returns the transform, moved so that content larger than the frame covers it and smaller content stays inside
 */
export function keptInside(transform: Transform, content: Size, frame: Size): Transform {
  const { x, y, scale } = transform
  return {
    scale,
    x: clamp(x, travel(content.width * scale, frame.width)),
    y: clamp(y, travel(content.height * scale, frame.height)),
  }
}

function travel(length: number, room: number): Limits {
  const slack = room - length
  return { min: Math.min(slack, 0), max: Math.max(slack, 0) }
}

/** Pixels of a line, for wheels that count lines. */
const lineHeight = 16
/** Pixels that one event of a wheel counts for at most: one notch of a mouse is not a leap. */
const mostWheel = 60

/**
 * @param delta how far the wheel was turned; away from the reader, which is negative, enlarges
 * @returns by what factor that enlarges
 */
export function wheelFactor(delta: number, unit: 'pixels' | 'lines'): number {
  const pixels = unit === 'lines' ? delta * lineHeight : delta
  return Math.exp(-clamp(pixels, { min: -mostWheel, max: mostWheel }) / 200)
}
