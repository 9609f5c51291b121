import { useId } from 'react'
import { classes } from '../classes.ts'
import { type Ring, wedge } from './curve.ts'
import type { Design } from './designs.ts'
import style from './rosette.module.css'

type Props = {
  design: Design
  /** Micro-lettering between the two outer circles, repeated by whoever writes it; decoration, never read aloud. */
  lettering?: string
  /** The hairlines are laid down once, strand after strand, when it appears. */
  drawn?: boolean
  className?: string
}

/** An engraved rosette in the current colour, as large as its box. Decoration: hidden from screen readers. */
export function Rosette({ design, lettering, drawn, className }: Props) {
  return (
    <svg
      className={classes(style.rosette, drawn && style.drawn, className)}
      viewBox="-500 -500 1000 1000"
      strokeWidth={design.line}
      aria-hidden="true"
      focusable="false"
    >
      {design.rings.map(ring => (
        <Wheel key={ring.radius} ring={ring} design={design} drawn={drawn} />
      ))}
      {design.circles?.map(radius => (
        <circle key={radius} r={radius} />
      ))}
      {lettering && <Lettering text={lettering} />}
    </svg>
  )
}

function Wheel({ ring, design, drawn }: { ring: Ring; design: Design; drawn: boolean | undefined }) {
  const id = useId()
  const { path, copies } = wedge(ring, design.decimals, design.steps)
  // Dashes begin anew with every strand, so each is given a length of about one for the pen to run along. The copies
  // take their style from the path's own class; what stands around it does not reach them.
  return (
    <g>
      <path id={id} d={path} pathLength={drawn ? ring.strands : undefined} className={classes(drawn && style.pen)} />
      {Array.from({ length: copies - 1 }, (_, i) => i + 1).map(turn => (
        <use key={turn} href={`#${id}`} transform={`rotate(${Number(((360 / copies) * turn).toFixed(3))})`} />
      ))}
    </g>
  )
}

/** Radius of the letters' feet, between the outer circles of a plate, in units of the 1000 box. */
const feet = 479
/** Between the last letter and the first: what a space between two others takes. */
const gap = 12
const circumference = 2 * Math.PI * feet

function Lettering({ text }: { text: string }) {
  const id = useId()
  return (
    <>
      <path
        id={id}
        d={`M0-${feet}a${feet} ${feet} 0 1 1 0 ${2 * feet}a${feet} ${feet} 0 1 1 0-${2 * feet}`}
        stroke="none"
      />
      <text className={style.lettering}>
        <textPath href={`#${id}`} textLength={Math.floor(circumference - gap)}>
          {text.trim()}
        </textPath>
      </text>
    </>
  )
}
