import { useId } from 'react'
import { classes } from '../classes.ts'
import { primeFactors, type Ring, wedge } from './curve.ts'
import type { Design } from './designs.ts'
import style from './rosette.module.css'

type Props = { design: Design; className?: string }

/** An engraved rosette in the current colour, as large as its box. Decoration: hidden from screen readers. */
export function Rosette({ design, className }: Props) {
  return (
    <svg
      className={classes(style.rosette, className)}
      viewBox="-500 -500 1000 1000"
      strokeWidth={design.line}
      aria-hidden="true"
    >
      {design.rings.map(ring => (
        <Wheel key={ring.radius} ring={ring} design={design} />
      ))}
      {design.circles?.map(radius => (
        <circle key={radius} r={radius} />
      ))}
    </svg>
  )
}

/**
 * A ring. Copies are copied again, together: the thirty-six wedges of a ring are one path and six elements, not
 * thirty-five, which is less to send and less to start.
 */
function Wheel({ ring, design }: { ring: Ring; design: Design }) {
  const id = useId()
  const { path, copies } = wedge(ring, design.decimals, design.steps)
  let drawn = <path d={path} />
  let made = 1
  for (const times of primeFactors(copies)) {
    const part = `${id}${made}`
    const turns = Array.from({ length: times - 1 }, (_, i) => (360 / copies) * made * (i + 1))
    drawn = (
      <>
        <g id={part}>{drawn}</g>
        {turns.map(turn => (
          <use key={turn} href={`#${part}`} transform={`rotate(${Number(turn.toFixed(2))})`} />
        ))}
      </>
    )
    made *= times
  }
  return drawn
}
