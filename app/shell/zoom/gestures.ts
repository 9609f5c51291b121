import { onTouch } from './touch-gestures.ts'
import { clamp, type Point, type Transform, wheelFactor } from './transform.ts'
import type { PointOf, Zoomable } from './zoomable.ts'

/** Wheel events that follow each other within this time (ms) are one gesture. */
const wheelPause = 300

/**
 * Listens for gestures that zoom or move content: pinch, double tap, the wheel with Ctrl or ⌘ (which is also how
 * browsers report a trackpad's pinch), double click and dragging. The frame needs `touch-action: pan-x pan-y`, and
 * `none` while one finger moves the content.
 * @param frame the element on which gestures are made; has `data-dragging` while the mouse drags
 * @param signal stops listening
 */
export function onZoomGestures(frame: HTMLElement, zoomable: Zoomable, signal: AbortSignal): void {
  const at = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => {
    const { left, top } = frame.getBoundingClientRect()
    return { x: clientX - left, y: clientY - top }
  }
  onTouch(frame, zoomable, at, signal)
  onWheel(frame, zoomable, at, signal)
  onDrag(frame, zoomable, at, signal)
  if (!zoomable.toggledByDoubleClick) return
  frame.addEventListener('dblclick', event => zoomable.toggle(event.target as Element, at(event)), { signal })
}

function onWheel(frame: HTMLElement, zoomable: Zoomable, at: PointOf, signal: AbortSignal): void {
  let last: { scale: number; time: number } | undefined
  const turn = (event: WheelEvent) => {
    const zooms = event.ctrlKey || event.metaKey
    if (!zooms && !zoomable.isMovedBy('wheel')) return
    const start = zoomable.grab(event.target as Element)
    if (!start) return
    event.preventDefault()
    const point = at(event)
    if (!zooms) {
      zoomable.zoom(start, start.scale, point, { x: point.x - event.deltaX, y: point.y - event.deltaY })
      return
    }
    // A turn of the wheel fires many events, so the scale builds on the last one, which may not be rendered yet.
    const before = last && event.timeStamp - last.time < wheelPause ? last.scale : start.scale
    const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 'lines' : 'pixels'
    const scale = clamp(before * wheelFactor(event.deltaY, unit), zoomable.limits())
    last = { scale, time: event.timeStamp }
    zoomable.zoom(start, scale, point, point)
    zoomable.release?.()
  }
  frame.addEventListener('wheel', turn, { passive: false, signal })
}

function onDrag(frame: HTMLElement, zoomable: Zoomable, at: PointOf, signal: AbortSignal): void {
  let drag: { start: Transform; from: Point } | undefined
  const begin = (event: PointerEvent) => {
    if (event.pointerType === 'touch' || event.button !== 0 || !zoomable.isMovedBy('mouse')) return
    const target = event.target as Element
    const start = zoomable.grab(target)
    if (!start) return
    // So that the drag does not select text, and focus stays where key presses are handled.
    event.preventDefault()
    drag = { start, from: at(event) }
    // The element under the pointer, not the frame, so that the final click hits it.
    target.setPointerCapture(event.pointerId)
    frame.toggleAttribute('data-dragging', true)
  }
  const move = (event: PointerEvent) => {
    if (drag) zoomable.zoom(drag.start, drag.start.scale, drag.from, at(event))
  }
  const end = () => {
    drag = undefined
    frame.toggleAttribute('data-dragging', false)
  }
  frame.addEventListener('pointerdown', begin, { signal })
  frame.addEventListener('pointermove', move, { signal })
  frame.addEventListener('pointerup', end, { signal })
  frame.addEventListener('pointercancel', end, { signal })
}
