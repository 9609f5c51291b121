/**
 * Positions of zoomed content, in pixels from the top left corner of the frame that shows it. Independent of a browser.
 */

export type Point = { x: number; y: number }
export type Size = { width: number; height: number }
/** Position of the content's top left corner, and its scale (1 is its own size). */
export type Transform = Point & { scale: number }
export type Limits = { min: number; max: number }

export const distance = (one: Point, two: Point) => Math.hypot(one.x - two.x, one.y - two.y)

export const midpoint = (one: Point, two: Point): Point => ({ x: (one.x + two.x) / 2, y: (one.y + two.y) / 2 })

export const clamp = (value: number, { min, max }: Limits) => Math.min(Math.max(value, min), max)

/**
 * @param start the content's transform now
 * @param scale its new scale
 * @param from a point of the frame; the content at this point moves to `to`
 * @returns the content's new transform
 */
export function zoomAt(start: Transform, scale: number, from: Point, to: Point = from): Transform {
  const growth = scale / start.scale
  return { scale, x: to.x - (from.x - start.x) * growth, y: to.y - (from.y - start.y) * growth }
}

/**
 * @param start the content's scale when the fingers touched down
 * @param spread the distance between the fingers then, in pixels
 * @param now their distance now
 * @returns the scale of a pinch: it grows as the fingers move apart
 */
export function pinchScale(start: number, spread: number, now: number, limits: Limits): number {
  return clamp((start * now) / spread, limits)
}

/**
 * @param content its size at scale 1
 * @returns the transform, moved so that content larger than the frame covers it, and smaller content stays inside
 */
export function clampToFrame(transform: Transform, content: Size, frame: Size): Transform {
  const { x, y, scale } = transform
  return {
    scale,
    x: clamp(x, positionLimits(content.width * scale, frame.width)),
    y: clamp(y, positionLimits(content.height * scale, frame.height)),
  }
}

function positionLimits(contentLength: number, frameLength: number): Limits {
  const difference = frameLength - contentLength
  return { min: Math.min(difference, 0), max: Math.max(difference, 0) }
}

const lineHeight = 16
/** The most pixels that one wheel event counts for, so that one notch of a mouse wheel is not a leap. */
const maxWheelDelta = 60

/**
 * @param delta how far the wheel was turned; negative, away from the reader, zooms in
 * @returns the factor of the scale
 */
export function wheelFactor(delta: number, unit: 'pixels' | 'lines'): number {
  const pixels = unit === 'lines' ? delta * lineHeight : delta
  return Math.exp(-clamp(pixels, { min: -maxWheelDelta, max: maxWheelDelta }) / 200)
}
