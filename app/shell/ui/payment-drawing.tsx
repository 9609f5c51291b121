import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import style from './payment-drawing.module.css'

/* Shared parts of the drawings of payments: the calculator's and the portal's notes. An SVG is 1000 wide and stretched
   to the available width. Its height is the same as on the page, so that horizontal hairlines don't scale. All text is
   HTML beside it, so it doesn't shrink on a phone. */

/** The columns' right edge, where the principal's column starts. An axis below is divided in the same way. */
export const plot = 880
const principal = { from: 915, to: 1000 }

/** @param height px; give the SVG's box the same in CSS */
export function PaymentDrawing({
  height,
  className,
  children,
}: {
  height: number
  className?: string
  children: ReactNode
}) {
  return (
    // Hidden from screen readers, for which the page has the payments as text.
    <svg
      className={className ? `${style.drawing} ${className}` : style.drawing}
      viewBox={`0 0 1000 ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path className={style.ground} d={`M0 ${height - 0.5}H1000`} />
      {children}
    </svg>
  )
}

/** The first and the last day, below a drawing's columns. */
export function DrawingAxis({ from, to, className }: { from: string; to: string; className?: string | undefined }) {
  return (
    <p className={classes(style.axis, className)} aria-hidden="true">
      <span>{from}</span>
      <span>{to}</span>
    </p>
  )
}

/** Hairlines to fill a column with, as `url(#id)`. */
export function Hatching({ id }: { id: string }) {
  return (
    <defs>
      <pattern id={id} width="1000" height="4" patternUnits="userSpaceOnUse">
        <path className={style.hatching} d="M0 2H1000" />
      </pattern>
    </defs>
  )
}

interface ColumnProps {
  /** The tooltip. */
  title: string
  from: number
  to: number
  top: number
  height: number
  fill?: string
  className?: string
  children?: ReactNode
}

/** An interest payment, with a dark edge on the payment day. */
export function Column({ title, from, to, top, height, fill = 'none', className, children }: ColumnProps) {
  return (
    <g className={className ? `${style.column} ${className}` : style.column}>
      <title>{title}</title>
      <rect x={from} y={top} width={to - from} height={height - top} fill={fill} />
      {children}
      <path d={`M${from} ${height}V${top}H${to}`} />
      <path className={style.edge} d={`M${to} ${top}V${height}`} />
    </g>
  )
}

/** The principal's column: a strip of guilloché like a banknote's edge, with a break where it is cut short. */
export function Principal({ title, height, isPaid = false }: { title: string; height: number; isPaid?: boolean }) {
  const { from, to } = principal
  const middle = (from + to) / 2
  const reach = (to - from) / 2 - 8
  return (
    <g className={isPaid ? `${style.principal} ${style.repaid}` : style.principal}>
      <title>{title}</title>
      <rect x={from} y="0.5" width={to - from} height={height - 0.5} />
      {strands.map(phase => (
        <path key={phase} d={wave(middle, reach, phase, height)} />
      ))}
      <path className={style.cut} d={cutOf(from - 12, to + 12, height)} />
    </g>
  )
}

/** The break, slanted, about a quarter of the way down. */
function cutOf(from: number, to: number, height: number): string {
  const [low, high, gap] = height < 150 ? [24, 16, 4] : [56, 42, 6]
  return `M${from} ${low}L${to} ${high}V${high + gap}L${from} ${low + gap}Z`
}

/** The phase of each strand of the strip, as a fraction of a wave. */
const strands = [0, 1 / 6, 2 / 6, 3 / 6, 4 / 6, 5 / 6]
const waveLength = 64

/** @returns path data of a sine wave around `middle` from top to bottom, as line segments too short to be noticed */
function wave(middle: number, reach: number, phase: number, height: number): string {
  const points = Array.from({ length: height / 4 + 1 }, (_, i) => {
    const x = middle + reach * Math.sin(2 * Math.PI * ((i * 4) / waveLength + phase))
    return `${Number(x.toFixed(1))} ${i * 4}`
  })
  return `M${points.join('L')}`
}
