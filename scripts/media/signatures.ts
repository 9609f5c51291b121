import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { publicFolder, say } from './tools.ts'

/**
 * The signatures of the sample fund's partners, in copperplate: a pen's path through points set by hand, drawn as four
 * hairlines that part under pressure. A fund replaces them with its own (docs/make-it-yours.md).
 */

/** A point of the pen's path, x to the right and y up; `corner` for a sharp turn. Small letters are 10 high. */
type Point = readonly [x: number, y: number, corner?: 'corner']
type Stroke = readonly Point[]
type Glyph = { width: number; stroke: Stroke; mark?: Stroke }

const c = 'corner'
// biome-ignore format: a letter a line
const glyphs: Record<string, Glyph> = {
  D: { width: 20, stroke: [[8.6, 21.5], [7.2, 11], [5.4, 2], [3, -0.4], [0.6, 1], [3.2, 2.4], [8, 0], [14.5, 1.4], [18.6, 9], [17.4, 18], [11, 24], [2, 23.6], [-4, 18.5], [-2.6, 15.4], [0, 17]] },
  N: { width: 20, stroke: [[-3, 3], [-1, 0], [1.6, 3], [4.6, 14], [7, 23, c], [9.6, 12], [12.8, 1, c], [16, 12], [19.6, 23], [22.4, 25.6], [24.4, 23.6]] },
  W: { width: 25, stroke: [[-3, 19], [0, 22.5], [2.6, 20], [4.2, 9], [6.4, 0, c], [10, 9], [13.5, 18, c], [14.4, 9], [16.2, 0, c], [20, 10], [23.4, 22], [26.5, 25], [28.5, 23]] },
  a: { width: 9.8, stroke: [[0, 2.2], [3.5, 7], [5.4, 8.8], [3.6, 10], [1.5, 7.4], [1, 3], [2.5, 0.2], [4.6, 2.4], [6.5, 9.4, c], [6.2, 4], [6.4, 0.8], [7.6, 0], [9.8, 2.2]] },
  d: { width: 11, stroke: [[0, 2.2], [3.5, 7], [5.6, 8.8], [3.8, 10], [1.6, 7.4], [1, 3], [2.6, 0.2], [4.8, 2.4], [6.6, 9], [8.6, 24, c], [7.4, 9], [7.2, 1.6], [8.6, 0], [11, 2.6]] },
  e: { width: 6.4, stroke: [[0, 2.2], [3.4, 4.6], [5, 8], [3.9, 10], [2.2, 8.2], [1.8, 4], [3.2, 0.4], [4.6, 0.2], [6.4, 2.2]] },
  f: { width: 7.6, stroke: [[0, 2.2], [4, 12.5], [6.4, 21.5], [5.3, 24.6], [4, 21], [3.6, 6], [3.1, -7.5], [3.9, -10.6], [5.4, -7.5], [5.2, -2.5], [4.3, 0.4], [7.6, 2.2]] },
  h: { width: 12.4, stroke: [[0, 2], [4.6, 13], [7, 21.5], [5.9, 24.6], [4.4, 21.5], [4, 10], [3.7, 0, c], [4.6, 5], [7, 9.4], [8.9, 8.8], [9, 5], [9.2, 1.2], [10.6, 0], [12.4, 2.2]] },
  i: { width: 6, stroke: [[0, 2.2], [2.6, 9.8, c], [2.5, 4.5], [2.7, 1], [3.9, 0], [6, 2.2]], mark: [[3.9, 15.2], [4.5, 15.9]] },
  l: { width: 7, stroke: [[0, 2.2], [4.4, 13.5], [6.3, 21.6], [5.2, 24.6], [3.8, 21.4], [3.3, 7], [3.6, 1], [4.8, 0], [7, 2.2]] },
  o: { width: 8, stroke: [[0, 2.2], [2.4, 7], [4.2, 9.6], [2.4, 8.8], [1, 4.6], [2.4, 0.3], [4.6, 2.2], [5.4, 6.6], [4.2, 9.6], [4.6, 8.2], [8, 8.8]] },
  r: { width: 7, stroke: [[0, 8.8], [1.2, 10.6], [1.8, 8.9], [4, 8.6, c], [3.6, 4], [4, 0.6], [5, 0], [7, 2.2]] },
  t: { width: 6.4, stroke: [[0, 2.2], [2, 9], [3.6, 17, c], [3.2, 8], [3, 1.6], [4.3, 0], [6.4, 2.2]], mark: [[-1.5, 11.6], [3, 12.2], [9, 13.2]] },
}

/** The height of small letters, where ascenders continue. */
const xHeight = 10.7

/** A handwriting. */
type Hand = {
  text: string
  /** Horizontal shift per unit of height. */
  slant: number
  /** Factors of the width, and of the height of small letters. */
  stretch: number
  low: number
  gap: number
  space: number
  /** The pen's path after the last letter. */
  tail?: Stroke
}

/** By file name. */
const hands: Record<string, Hand> = {
  'daniel-whitfield': {
    text: 'D Whitfield',
    slant: 0.52,
    stretch: 1.1,
    low: 0.7,
    gap: 0.35,
    space: -1,
    // biome-ignore format: points
    tail: [[7, 3.4], [20, 5], [34, 3.6]],
  },
  'nora-whitfield': { text: 'Nora Whitfield', slant: 0.32, stretch: 0.98, low: 0.92, gap: 0, space: 4 },
}

/** Units of the file per unit of a letter, so that whole numbers suffice. */
const scale = 10
/** Total width of the four hairlines without and with pressure, in a letter's units. */
const thin = 0.25
const thick = 2.1
const hairlines = [-1, -1 / 3, 1 / 3, 1]
const hairline = 0.32

/** Writes each signature to public/media/leaders, and prints its size for content/leaders.ts. */
export async function makeSignatures(): Promise<void> {
  for (const [name, hand] of Object.entries(hands)) {
    const { svg, width, height } = signature(hand)
    const file = join(publicFolder, `media/leaders/${name}.svg`)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, svg)
    say(`Signature ${name}, ${width} × ${height}`)
  }
}

type Place = { x: number; y: number }

function signature(hand: Hand) {
  const lines = strokesOf(hand).flatMap(stroke => {
    const path = curve(stroke).map(([x, y]) => ({ x: (x + y * hand.slant) * scale, y: -y * scale }))
    return engraved(path)
  })
  const edge = Math.ceil(hairline * scale)
  const xs = lines.flat().map(({ x }) => x)
  const ys = lines.flat().map(({ y }) => y)
  const left = Math.floor(Math.min(...xs)) - edge
  const top = Math.floor(Math.min(...ys)) - edge
  const width = Math.ceil(Math.max(...xs)) + edge - left
  const height = Math.ceil(Math.max(...ys)) + edge - top
  const path = lines.map(line => inSteps(line.map(({ x, y }) => ({ x: x - left, y: y - top })))).join('')
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" ` +
    'fill="none" stroke="#000" stroke-linecap="round" stroke-linejoin="round" ' +
    `stroke-width="${hairline * scale}"><title>Signature</title><path d="${path}"/></svg>\n`
  return { svg, width, height }
}

/** Letters of a word in one stroke; a capital, a dot and a crossbar each separately. */
function strokesOf({ text, stretch, low, gap, space, tail = [] }: Hand): Point[][] {
  const strokes: Point[][] = []
  const marks: Point[][] = []
  let word: Point[] = []
  let x = 0
  for (const letter of text) {
    const glyph = glyphs[letter]
    if (!glyph) {
      strokes.push(word)
      word = []
      x += space
      continue
    }
    const set = ([dx, dy, corner]: Point): Point => [x + dx * stretch, lowered(dy, low), corner]
    const points = glyph.stroke.map(set)
    if (letter === letter.toUpperCase()) strokes.push(points)
    // A letter starts at the end of the previous one.
    else word.push(...(word.length > 0 ? points.slice(1) : points))
    if (glyph.mark) marks.push(glyph.mark.map(set))
    x += (glyph.width + gap) * stretch
  }
  word.push(...tail.map(([dx, dy]): Point => [x + dx, dy]))
  return [...strokes, word, ...marks].filter(stroke => stroke.length > 1)
}

function lowered(y: number, low: number): number {
  return y <= 0 ? y : Math.min(y, xHeight) * low + Math.max(0, y - xHeight)
}

const samples = 6

/** A smooth curve through points (Catmull-Rom, as cubic Hermite pieces), which restarts at each corner. */
function curve(points: readonly Point[]): [number, number][] {
  const runs: Point[][] = [[]]
  for (const point of points) {
    runs.at(-1)?.push(point)
    if (point[2]) runs.push([point])
  }
  return runs.filter(run => run.length > 1).flatMap(run => run.flatMap((_, i) => piece(run, i)))
}

function piece(run: readonly Point[], i: number): [number, number][] {
  const from = run[i] as Point
  const to = run[i + 1]
  if (!to) return [[from[0], from[1]]]
  const before = run[i - 1] ?? from
  const after = run[i + 2] ?? to
  return Array.from({ length: samples }, (_, step) => {
    const t = step / samples
    const along = (k: 0 | 1) =>
      (2 * t ** 3 - 3 * t ** 2 + 1) * from[k] +
      (t ** 3 - 2 * t ** 2 + t) * ((to[k] - before[k]) / 2) +
      (3 * t ** 2 - 2 * t ** 3) * to[k] +
      (t ** 3 - t ** 2) * ((after[k] - from[k]) / 2)
    return [along(0), along(1)]
  })
}

/** @returns the hairlines beside a path: a pointed pen spreads on its way down, and ends in a point */
function engraved(path: Place[]): Place[][] {
  const last = path.length - 1
  const at = (i: number) => path[Math.max(0, Math.min(last, i))] as Place
  const ways = path.map((_, i) => {
    const dx = at(i + 1).x - at(i - 1).x
    const dy = at(i + 1).y - at(i - 1).y
    const length = Math.hypot(dx, dy) || 1
    return { x: dx / length, y: dy / length }
  })
  let pressed = ways.map(({ y }) => Math.max(0, y) ** 1.6)
  for (let round = 0; round < 3; round++) {
    pressed = pressed.map((_, i) => mean(pressed.slice(Math.max(0, i - 2), i + 3)))
  }
  return hairlines.map(side =>
    path.map(({ x, y }, i) => {
      const way = ways[i] as Place
      const point = 0.35 + 0.65 * Math.min(1, i / 4, (last - i) / 4)
      const off = ((thin + (thick - thin) * (pressed[i] ?? 0)) * point * scale * side) / 2
      return { x: x - way.y * off, y: y + way.x * off }
    }),
  )
}

const mean = (all: readonly number[]) => all.reduce((sum, each) => sum + each, 0) / all.length

/** A path in whole steps, each relative to the end of the last one. */
function inSteps(line: readonly Place[]): string {
  let x = 0
  let y = 0
  return line
    .map((place, i) => {
      const dx = Math.round(place.x) - x
      const dy = Math.round(place.y) - y
      x += dx
      y += dy
      if (i > 0 && dx === 0 && dy === 0) return ''
      return `${i === 0 ? 'M' : 'l'}${i === 0 ? x : dx}${(i === 0 ? y : dy) < 0 ? '' : ' '}${i === 0 ? y : dy}`
    })
    .join('')
}
