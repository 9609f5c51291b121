import type { Point } from './transform.ts'

/** How much nearer or further one press of a key or a button brings the content. */
export const zoomStep = 1.5

/** How far an arrow key moves enlarged content, in pixels. */
const arrowStep = 80

/** What keys do, by `event.key`. */
type Keys = Record<string, () => unknown>

/** @returns the keys that enlarge (plus, also without Shift), shrink (minus) and reset (zero) */
export function zoomKeys(zoomIn: () => unknown, zoomOut: () => unknown, reset: () => unknown): Keys {
  return { '+': zoomIn, '=': zoomIn, '-': zoomOut, '0': reset }
}

/** @param moveBy takes how far the content moves: the view goes with the arrow, so the content goes the other way */
export function arrowKeys(moveBy: (by: Point) => unknown): Keys {
  return {
    ArrowLeft: () => moveBy({ x: arrowStep, y: 0 }),
    ArrowRight: () => moveBy({ x: -arrowStep, y: 0 }),
    ArrowUp: () => moveBy({ x: 0, y: arrowStep }),
    ArrowDown: () => moveBy({ x: 0, y: -arrowStep }),
  }
}
