import { expect, test } from 'vitest'
import { mostZoom, zoomed } from '../../app/site/deck/zoom.ts'

const window = { width: 400, height: 800 }
/** As wide as the window, a third as high, in its middle. */
const page = { width: 400, height: 300 }
const asIs = { x: 0, y: 250, scale: 1 }

test('what lies under the fingers stays under them', () => {
  const fingers = { x: 100, y: 400 }
  const lie = zoomed(asIs, 2, fingers, fingers, page, window)
  const onPage = (point: { x: number; y: number }, { x, y, scale }: typeof lie) => ({
    x: (point.x - x) / scale,
    y: (point.y - y) / scale,
  })
  expect(onPage(fingers, lie)).toEqual(onPage(fingers, asIs))
  const moved = zoomed(lie, 3, fingers, { x: 120, y: 390 }, page, window)
  expect(onPage({ x: 120, y: 390 }, moved)).toEqual(onPage(fingers, lie))
})

test('a page is never pulled past its edge, nor out of the window where it is smaller', () => {
  const corner = { x: 0, y: 0 }
  const far = { x: 5000, y: 5000 }
  expect(zoomed(asIs, 2, corner, far, page, window)).toEqual({ x: 0, y: 200, scale: 2 })
  expect(zoomed(asIs, 2, far, corner, page, window)).toEqual({ x: -400, y: 0, scale: 2 })
  expect(zoomed(asIs, 4, far, corner, page, window)).toEqual({ x: -1200, y: -400, scale: 4 })
})

test('it grows to four times and shrinks to its own size, and no further', () => {
  const middle = { x: 200, y: 400 }
  expect(zoomed(asIs, 99, middle, middle, page, window).scale).toBe(mostZoom)
  expect(zoomed(asIs, 0, middle, middle, page, window)).toEqual(asIs)
})
