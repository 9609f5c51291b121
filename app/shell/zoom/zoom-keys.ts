import type { Point } from './transform.ts'

/** The factor by which one press of a key or button zooms in or out. */
export const zoomStep = 1.5

/** How far an arrow key moves zoomed content, in pixels. */
const arrowStep = 80

/** Key handlers, by `event.key`. */
type Keys = Record<string, () => unknown>

/** @returns handlers of the keys that zoom in (plus, also without Shift), zoom out (minus) and reset (zero) */
export function zoomKeys(zoomIn: () => unknown, zoomOut: () => unknown, reset: () => unknown): Keys {
  return { '+': zoomIn, '=': zoomIn, '-': zoomOut, '0': reset }
}

/** @param moveBy moves the content by pixels: the view follows the arrow, so the content moves the other way */
export function arrowKeys(moveBy: (by: Point) => unknown): Keys {
  return {
    ArrowLeft: () => moveBy({ x: arrowStep, y: 0 }),
    ArrowRight: () => moveBy({ x: -arrowStep, y: 0 }),
    ArrowUp: () => moveBy({ x: 0, y: arrowStep }),
    ArrowDown: () => moveBy({ x: 0, y: -arrowStep }),
  }
}
