import { type Ring, wedge } from '../../rules/rosette-curve.ts'

/** The rosette of a letterhead: hairlines that a laser printer still keeps apart at 40 mm. */
const rings: Ring[] = [
  { radius: 440, strands: 5, waves: 48, depth: 30 },
  { radius: 335, strands: 10, waves: 20, depth: 66, beat: 10, sway: 16 },
  { radius: 205, strands: 8, waves: 16, depth: 52, beat: 8, sway: 12 },
  { radius: 92, strands: 6, waves: 10, depth: 44 },
]
const circles = [496, 488, 394, 270]

/** How far a point on a quarter circle's Bézier handle is from its end, in radii. */
const handle = 0.5523

/**
 * The rosette in PDF operators, stroked: in a box 1000 wide around the origin. Computed once, because every PDF of a
 * run has the same.
 */
export const rosette = `${rings.map(ringOperators).join('\n')}\n${circles.map(circleOperators).join('\n')}`

function ringOperators(ring: Ring): string {
  const { path, copies } = wedge(ring, 1, 3)
  const operators = pathOperators(path)
  return Array.from({ length: copies }, (_, i) => {
    const angle = (2 * Math.PI * i) / copies
    const [cos, sin] = [Math.cos(angle).toFixed(5), Math.sin(angle).toFixed(5)]
    return `q ${cos} ${sin} ${(-Math.sin(angle)).toFixed(5)} ${cos} 0 0 cm ${operators} S Q`
  }).join('\n')
}

/** @param path of a ring's wedge: `M`, one relative `c`, then relative `s` */
function pathOperators(path: string): string {
  const out: string[] = []
  let [x, y, handleX, handleY] = [0, 0, 0, 0]
  for (const [, command = '', written = ''] of path.matchAll(/([Mcs])([^Mcs]*)/g)) {
    const numbers = (written.match(/-?\d*\.?\d+/g) ?? []).map(Number)
    if (command === 'M') {
      ;[x = 0, y = 0] = numbers
      out.push(`${x} ${y} m`)
      continue
    }
    const size = command === 'c' ? 6 : 4
    for (let at = 0; at < numbers.length; at += size) {
      const curve = numbers.slice(at, at + size)
      // `s` continues smoothly: its first handle mirrors the one before.
      if (command === 's') curve.unshift(handleX, handleY)
      const [ax = 0, ay = 0, bx = 0, by = 0, dx = 0, dy = 0] = curve
      out.push([x + ax, y + ay, x + bx, y + by, x + dx, y + dy].map(short).concat('c').join(' '))
      ;[handleX, handleY] = [dx - bx, dy - by]
      x += dx
      y += dy
    }
  }
  return out.join(' ')
}

function circleOperators(radius: number): string {
  const h = short(radius * handle)
  const r = radius
  return (
    `${r} 0 m ${r} ${h} ${h} ${r} 0 ${r} c -${h} ${r} -${r} ${h} -${r} 0 c ` +
    `-${r} -${h} -${h} -${r} 0 -${r} c ${h} -${r} ${r} -${h} ${r} 0 c S`
  )
}

/** Strands of the engraved band below a letterhead. */
const bandStrands = 6

/**
 * @param width of the band, in points
 * @returns a band of crossing waves in PDF operators, stroked, 7 points high around the x axis
 */
export function engravedBand(width: number): string {
  const step = 1.5
  const count = Math.round(width / step)
  return Array.from({ length: bandStrands }, (_, strand) => {
    const shift = (2 * Math.PI * strand) / bandStrands
    const points = Array.from({ length: count + 1 }, (_, i) => {
      const x = (i / count) * width
      const swell = 0.55 + 0.45 * Math.cos((2 * Math.PI * x) / 84)
      return `${short(x)} ${(3.5 * swell * Math.sin((2 * Math.PI * x) / 21 + shift)).toFixed(2)} ${i === 0 ? 'm' : 'l'}`
    })
    return `${points.join(' ')} S`
  }).join('\n')
}

function short(number: number): string {
  return String(Number(number.toFixed(1)))
}
