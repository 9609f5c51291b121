import { expect, test } from 'vitest'
import { isDoubleTap } from '../../shell/zoom/touch-gestures.ts'
import { clamp, clampToFrame, type Transform, wheelFactor, zoomAt } from '../../shell/zoom/transform.ts'
import { nextScale } from '../investor/pdf/zoom-steps.ts'

const frame = { width: 400, height: 800 }
/** As wide as the frame, less tall, centered. */
const page = { width: 400, height: 300 }
const initial = { x: 0, y: 250, scale: 1 }

/** The point of the content that is at a point of the frame. */
const contentAt = (point: { x: number; y: number }, { x, y, scale }: Transform) => ({
  x: (point.x - x) / scale,
  y: (point.y - y) / scale,
})

test('the content under the fingers stays under them', () => {
  const fingers = { x: 100, y: 400 }
  const large = zoomAt(initial, 2, fingers)
  expect(contentAt(fingers, large)).toEqual(contentAt(fingers, initial))
  const moved = zoomAt(large, 3, fingers, { x: 120, y: 390 })
  expect(contentAt({ x: 120, y: 390 }, moved)).toEqual(contentAt(fingers, large))
})

test('content is never dragged past its edge, or out of the frame if it is smaller', () => {
  const corner = { x: 0, y: 0 }
  const far = { x: 5000, y: 5000 }
  const dragged = (scale: number, from: typeof far, to: typeof far) =>
    clampToFrame(zoomAt(initial, scale, from, to), page, frame)
  expect(dragged(2, corner, far)).toEqual({ x: 0, y: 200, scale: 2 })
  expect(dragged(2, far, corner)).toEqual({ x: -400, y: 0, scale: 2 })
  expect(dragged(4, far, corner)).toEqual({ x: -1200, y: -400, scale: 4 })
  expect(dragged(1, far, far)).toEqual(initial)
})

test('a scale is clamped to its limits', () => {
  const limits = { min: 1, max: 4 }
  expect([0, 1, 2.5, 99].map(scale => clamp(scale, limits))).toEqual([1, 1, 2.5, 4])
})

test('the wheel zooms in and out, limits each notch, and treats lines like pixels', () => {
  expect(wheelFactor(-10, 'pixels') * wheelFactor(10, 'pixels')).toBeCloseTo(1)
  expect(wheelFactor(-10, 'pixels')).toBeGreaterThan(1)
  expect(wheelFactor(-2, 'lines')).toBe(wheelFactor(-32, 'pixels'))
  expect(wheelFactor(-500, 'pixels')).toBe(wheelFactor(-60, 'pixels'))
  expect(wheelFactor(-60, 'pixels')).toBeCloseTo(1.35)
})

test('two taps are a double tap if they are close in time and place', () => {
  const first = { x: 100, y: 100, time: 1000 }
  expect(isDoubleTap(first, { x: 110, y: 95, time: 1300 })).toBe(true)
  expect(isDoubleTap(first, { x: 110, y: 95, time: 1400 })).toBe(false)
  expect(isDoubleTap(first, { x: 140, y: 100, time: 1100 })).toBe(false)
})

test('PDF zoom steps include the width of the window among the round numbers', () => {
  expect(nextScale(1, 1, 1.1)).toBe(1.1)
  expect(nextScale(1.1, 1, 1.1)).toBe(1.25)
  expect(nextScale(1, -1, 1.1)).toBe(0.8)
  expect(nextScale(4, 1, 1.1)).toBe(4)
})
