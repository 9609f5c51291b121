/** What can be signed here, the same for every fund. */

/** A PDF made by another program: its bytes, its pages, and the shorter and longer sides of one, in points. */
export const templateBytes = 25 * 1024 * 1024
export const templatePages = 400
export const shortestSide = 72
/** A sheet of the format A0. */
export const longestSide = 3371

/** Milliseconds and megabytes that reading or filling in a PDF may take. A real one of 400 pages takes seconds. */
export const templateTime = 60_000
export const templateMemory = 768

/** Points: the size of a text that is filled in, and the size down to which it shrinks to fit its box. */
export const fieldSize = { most: 11, least: 6 }
