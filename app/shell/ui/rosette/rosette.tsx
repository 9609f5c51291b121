import { useId } from 'react'
import { primeFactors, type Ring, wedge } from '../../../../rules/rosette-curve.ts'
import { classes } from '../classes.ts'
import type { Design } from './designs.ts'
import style from './rosette.module.css'

type Props = { design: Design; className?: string }

/** An engraved rosette in the current color that fills its box. Decoration, so hidden from screen readers. */
export function Rosette({ design, className }: Props) {
  return (
    <svg
      className={classes(style.rosette, className)}
      viewBox="-500 -500 1000 1000"
      strokeWidth={design.line}
      aria-hidden="true"
    >
      {design.rings.map(ring => (
        <RingCurves key={ring.radius} ring={ring} design={design} />
      ))}
      {design.circles?.map(radius => (
        <circle key={radius} r={radius} />
      ))}
    </svg>
  )
}

/**
 * The curves of a ring. Groups of copies are copied again: the thirty-six wedges of a ring take one path and six other
 * elements instead of thirty-five, which is less to send and to parse.
 */
function RingCurves({ ring, design }: { ring: Ring; design: Design }) {
  const id = useId()
  const { path, copies } = wedge(ring, design.decimals, design.steps)
  let wedges = <path d={path} />
  let count = 1
  for (const times of primeFactors(copies)) {
    const groupId = `${id}${count}`
    const angles = Array.from({ length: times - 1 }, (_, i) => (360 / copies) * count * (i + 1))
    wedges = (
      <>
        <g id={groupId}>{wedges}</g>
        {angles.map(angle => (
          <use key={angle} href={`#${groupId}`} transform={`rotate(${Number(angle.toFixed(2))})`} />
        ))}
      </>
    )
    count *= times
  }
  return wedges
}
