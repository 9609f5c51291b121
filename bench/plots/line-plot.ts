import { linearScale, logarithmicScale, type Scale } from './scale.ts'
import { distinctLines, line, picture, place, text } from './svg.ts'

export interface Axis {
  /** With its unit. */
  label: string
  isLogarithmic?: boolean
}

/** Several lines in one plot. */
export interface Plot {
  name: string
  title: string
  x: Axis
  /** Starts at zero unless it is logarithmic. */
  y: Axis
  series: { name: string; points: [x: number, y: number][] }[]
}

const width = 800
const height = 400
/** The plot's own area, in pixels. */
const area = { left: 62, right: 520, top: 66, bottom: 344 }
/** More points than this are thinned out; the largest of each group stays. */
const mostPoints = 120

/** @returns an SVG picture */
export function linePlot({ title, x, y, series }: Plot): string {
  const points = series.flatMap(({ points }) => points)
  const across = scaleOf(x, column(points, 0), area.left, area.right)
  const up = scaleOf(y, column(points, 1), area.bottom, area.top)
  return picture(title, width, height, [
    ...up.ticks.flatMap(tick => [
      line([area.left, up.at(tick)], [area.right, up.at(tick)], 'grid'),
      text(area.left - 8, up.at(tick) + 4, tickText(tick), 'text-anchor="end"'),
    ]),
    ...across.ticks.flatMap(tick => [
      line([across.at(tick), area.bottom], [across.at(tick), area.bottom + 5], 'axis'),
      text(across.at(tick), area.bottom + 21, tickText(tick), 'text-anchor="middle"'),
    ]),
    line([area.left, area.bottom], [area.right, area.bottom], 'axis'),
    text((area.left + area.right) / 2, height - 14, x.label, 'text-anchor="middle" class="muted"'),
    text(area.left, area.top - 14, y.label, 'text-anchor="middle" class="muted"'),
    ...series.flatMap(({ name, points }, index) => [
      ...curve(thinned(points), index, across, up),
      ...legendEntry(name, index),
    ]),
  ])
}

function scaleOf({ isLogarithmic }: Axis, values: number[], from: number, to: number): Scale {
  const largest = Math.max(...values)
  return isLogarithmic ? logarithmicScale(Math.min(...values), largest, from, to) : linearScale(largest, from, to)
}

function curve(points: [number, number][], index: number, across: Scale, up: Scale): string[] {
  const at = points.map(([x, y]) => [place(across.at(x)), place(up.at(y))])
  const number = index % distinctLines
  const path = (className: string) =>
    `<polyline class="line s${number}${className}" points="${at.map(pair => pair.join(',')).join(' ')}"/>`
  // Many points form a curve, in which dashes would look like ups and downs.
  if (points.length > 20) return [path(' solid')]
  return [path(''), ...at.map(([x, y]) => `<circle class="d${number}" cx="${x}" cy="${y}" r="3.5"/>`)]
}

function legendEntry(name: string, index: number): string[] {
  const at = area.top + 10 + index * 22
  const start = area.right + 18
  return [line([start, at], [start + 28, at], `line s${index % distinctLines}`), text(start + 36, at + 4, name)]
}

function thinned(points: [number, number][]): [number, number][] {
  const size = Math.ceil(points.length / mostPoints)
  if (size <= 1) return points
  return Array.from({ length: Math.ceil(points.length / size) }, (_, group) =>
    points.slice(group * size, (group + 1) * size).reduce((one, other) => (other[1] > one[1] ? other : one)),
  )
}

function column(points: [number, number][], index: 0 | 1): number[] {
  return points.map(point => point[index])
}

function tickText(value: number): string {
  return value.toLocaleString('en-US')
}
