/** Boxes of fields on a page as shown, in points from its top left corner. */

import type { EnvelopeField, PageSize } from './envelopes.ts'

type Box = Pick<EnvelopeField, 'x' | 'y' | 'width' | 'height'>

/** The smallest box: half an inch by a line of the smallest type. */
export const leastBox = { width: 36, height: 10 }
/** A line of handwriting. */
export const usualBox = { width: 216, height: 18 }

/** @returns whether a box is inside its page; false for one with something that isn't a number */
export function isOnPage({ x, y, width, height }: Box, page: PageSize): boolean {
  const isLarge = width >= leastBox.width && height >= leastBox.height
  return isLarge && x >= 0 && y >= 0 && x + width <= page.width && y + height <= page.height
}

/** @returns the box in whole points, moved as far as its page reaches */
export function movedBox<B extends Box>(box: B, by: { x: number; y: number }, page: PageSize): B {
  return {
    ...box,
    x: within(box.x + by.x, 0, page.width - box.width),
    y: within(box.y + by.y, 0, page.height - box.height),
  }
}

/** @returns the box with its lower right corner moved as far as its page reaches */
export function resizedBox<B extends Box>(box: B, by: { x: number; y: number }, page: PageSize): B {
  return {
    ...box,
    width: within(box.width + by.x, leastBox.width, page.width - box.x),
    height: within(box.height + by.y, leastBox.height, page.height - box.y),
  }
}

const within = (value: number, least: number, most: number) =>
  Math.max(least, Math.min(Math.round(value), Math.floor(most)))
