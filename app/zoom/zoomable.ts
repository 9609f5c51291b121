import type { Limits, Point, Transform } from './transform.ts'

/** What gestures enlarge and move. Points are pixels from the corner of the frame the gestures are made on. */
export interface Zoomable {
  /** @returns where the content under a gesture lies as the gesture begins; undefined leaves it to the browser */
  grab(target: Element): Transform | undefined
  limits(): Limits
  /** Called as a gesture goes on: what was at `from` when the content lay as in `start` is now at `to`. */
  zoom(start: Transform, scale: number, from: Point, to: Point): void
  /** Two quick taps or clicks at one place. @returns false where they mean nothing and are the browser's */
  toggle(target: Element, at: Point): boolean
  /** All fingers are lifted, or the wheel has turned. */
  release?(): void
  /** Whether this moves the content now. What does not scrolls, selects or clicks, as the browser does by itself. */
  isMovedBy(input: 'finger' | 'mouse' | 'wheel'): boolean
  /** Whether a double click toggles, too; where text is selected by it, it must not. */
  toggledByDoubleClick: boolean
}

/** Where an event happened, from the corner of the frame. */
export type PointOf = (event: { clientX: number; clientY: number }) => Point
