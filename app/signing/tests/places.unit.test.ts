import { expect, test } from 'vitest'
import { isOnPage, leastBox, movedBox, resizedBox } from '../places.ts'

/** A4 has no whole points. */
const page = { width: 595.28, height: 841.89 }
const box = { x: 100, y: 200, width: 216, height: 18 }

test('a box moves in whole points, and no further than its page', () => {
  expect(movedBox(box, { x: 10.4, y: -20.6 }, page)).toEqual({ ...box, x: 110, y: 179 })
  expect(movedBox(box, { x: -1000, y: -1000 }, page)).toEqual({ ...box, x: 0, y: 0 })
  const last = movedBox(box, { x: 1000, y: 1000 }, page)
  expect(last).toEqual({ ...box, x: 379, y: 823 })
  expect(isOnPage(last, page)).toBe(true)
})

test('a box is resized from its least size to the edges of its page', () => {
  expect(resizedBox(box, { x: 20, y: 9 }, page)).toEqual({ ...box, width: 236, height: 27 })
  expect(resizedBox(box, { x: -1000, y: -1000 }, page)).toEqual({ ...box, ...leastBox })
  const largest = resizedBox(box, { x: 1000, y: 1000 }, page)
  expect(largest).toEqual({ ...box, width: 495, height: 641 })
  expect(isOnPage(largest, page)).toBe(true)
  expect(isOnPage({ ...largest, width: 496 }, page)).toBe(false)
})
