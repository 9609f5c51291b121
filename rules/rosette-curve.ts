/**
 * One ring of a guilloché: `strands` closed curves, each rotated against the one before, that cross like the lines of
 * an engraver's lathe.
 *
 * r(t) = radius + depth·sin(waves·t + 2πj/k) + sway·cos(beat·t − 4πj/k), j = 0 … k − 1, t in radians.
 *
 * Lengths are in units of a box 1000 wide, with the origin at its center.
 */
export type Ring = {
  radius: number
  /** k: number of curves. */
  strands: number
  /** n: waves per turn. */
  waves: number
  /** a: amplitude of a wave. */
  depth: number
  /** m: slower waves per turn. A large common divisor with `waves` makes the path short. */
  beat?: number
  /** b: their amplitude. */
  sway?: number
}

/** A ring as one wedge of it; the whole ring is `copies` of the wedge, rotated by equal angles. */
export type Wedge = { path: string; copies: number }

const tau = 2 * Math.PI

/**
 * Computes a ring. Every strand repeats gcd(waves, beat) times in a turn, so one wedge is enough. Within it the curve
 * is a chain of cubic Béziers through exact points with exact tangents (Hermite, even steps in t); SVG's `s` command
 * mirrors the first handle of each.
 * @param decimals digits after the decimal point; 0 for small pictures
 * @param steps Béziers for each wave; with four, the error is below 2% of a wave's depth
 * @param most the maximum of copies; with fewer, the path is longer but renders faster
 */
export function wedge(ring: Ring, decimals = 1, steps = 4, most = Number.POSITIVE_INFINITY): Wedge {
  const { strands, waves, beat = waves } = ring
  const copies = largestDivisor(gcd(waves, beat), most)
  const fastest = Math.max(waves, beat) / copies
  // An arc with few waves still needs a point every 20 degrees to appear round.
  const count = Math.ceil(Math.max(fastest * steps, 18 / copies))
  const step = tau / copies / count
  let path = ''
  for (let strand = 0; strand < strands; strand++) {
    const points = Array.from({ length: count + 1 }, (_, i) => pointOn(ring, strand, i * step))
    path += chain(points, step / 3, decimals)
  }
  return { path, copies }
}

type Point = { x: number; y: number; dx: number; dy: number }

/** @returns the point of a strand at angle t, and the velocity there */
function pointOn({ radius, strands, waves, depth, beat = waves, sway = 0 }: Ring, strand: number, t: number): Point {
  const shift = (tau * strand) / strands
  const r = radius + depth * Math.sin(waves * t + shift) + sway * Math.cos(beat * t - 2 * shift)
  const dr = depth * waves * Math.cos(waves * t + shift) - sway * beat * Math.sin(beat * t - 2 * shift)
  const cos = Math.cos(t)
  const sin = Math.sin(t)
  return { x: r * cos, y: r * sin, dx: dr * cos - r * sin, dy: dr * sin + r * cos }
}

/** @returns SVG path data through the points: one `c` command, then `s` for the others, with relative coordinates */
function chain(points: Point[], third: number, decimals: number): string {
  const [start, ...rest] = points as [Point, ...Point[]]
  const pen = { x: round(start.x, decimals), y: round(start.y, decimals) }
  let path = `M${write([pen.x, pen.y])}`
  rest.forEach((point, i) => {
    const numbers = [
      point.x - point.dx * third - pen.x,
      point.y - point.dy * third - pen.y,
      point.x - pen.x,
      point.y - pen.y,
    ]
    if (i === 0) numbers.unshift(start.dx * third, start.dy * third)
    const rounded = numbers.map(number => round(number, decimals))
    const written = write(rounded)
    path += i === 0 ? `c${written}` : i === 1 ? `s${written}` : written.startsWith('-') ? written : ` ${written}`
    // Follows the rounded numbers, so that rounding errors do not add up.
    pen.x += rounded.at(-2) ?? 0
    pen.y += rounded.at(-1) ?? 0
  })
  return path
}

/** Writes numbers as short as SVG allows: a minus sign separates as well as a space. */
function write(numbers: number[]): string {
  return numbers
    .map((number, i) => (i > 0 && number >= 0 ? ' ' : '') + String(number).replace(/^(-?)0\./, '$1.'))
    .join('')
}

function round(number: number, decimals: number): number {
  // Adding zero turns -0 into 0.
  return Number(number.toFixed(decimals)) + 0
}

function gcd(a: number, b: number): number {
  return b === 0 ? a : gcd(b, a % b)
}

function largestDivisor(number: number, most: number): number {
  let divisor = Math.min(number, most)
  while (number % divisor) divisor--
  return divisor
}

/** @returns the primes whose product is `number`, smallest first; none for 1 */
export function primeFactors(number: number): number[] {
  for (let factor = 2; factor <= number; factor++) {
    if (number % factor === 0) return [factor, ...primeFactors(number / factor)]
  }
  return []
}
