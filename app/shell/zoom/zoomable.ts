import type { Limits, Point, Transform } from './transform.ts'

/** Content that gestures zoom and move. Points are in pixels from the frame's top left corner. */
export interface Zoomable {
  /** @returns the transform of the content under a gesture as it begins; undefined leaves the gesture to the browser */
  grab(target: Element): Transform | undefined
  limits(): Limits
  /** Called during a gesture: the content that was at `from` when its transform was `start` is now at `to`. */
  zoom(start: Transform, scale: number, from: Point, to: Point): void
  /** Called on a double tap or double click. @returns false to leave it to the browser */
  toggle(target: Element, at: Point): boolean
  /** Called when all fingers are lifted or the wheel has turned. */
  release?(): void
  /** Whether this input moves the content now. If not, the browser scrolls, selects or clicks as usual. */
  isMovedBy(input: 'finger' | 'mouse' | 'wheel'): boolean
  /** Whether a double click toggles, too; it must not where it selects text. */
  toggledByDoubleClick: boolean
}

/** Converts an event's position into the frame's coordinates. */
export type PointOf = (event: { clientX: number; clientY: number }) => Point
