import { linearScale } from './scale.ts'
import { line, picture, place, text } from './svg.ts'

/** A pair of bars: before and now. */
export interface Bar {
  label: string
  before?: number
  now: number
  goal?: number
}

const width = 800
const left = 340
const right = 770
const top = 74
const rowHeight = 42

/**
 * @param axis the meaning of the bars' length, with its unit
 * @returns an SVG picture
 */
export function barPlot(title: string, axis: string, bars: Bar[]): string {
  const largest = Math.max(...bars.flatMap(({ before = 0, now, goal = 0 }) => [before, now, goal]))
  const across = linearScale(largest, left, right)
  const bottom = top + bars.length * rowHeight
  return picture(title, width, bottom + 52, [
    ...across.ticks.flatMap(tick => [
      line([across.at(tick), top - 6], [across.at(tick), bottom], 'grid'),
      text(across.at(tick), bottom + 18, String(tick), 'text-anchor="middle"'),
    ]),
    text((left + right) / 2, bottom + 40, axis, 'text-anchor="middle" class="muted"'),
    ...legend(bars.some(({ before }) => before !== undefined)),
    ...bars.flatMap((bar, index) => row(bar, top + index * rowHeight, across.at)),
  ])
}

function row({ label, before, now, goal }: Bar, y: number, at: (value: number) => number): string[] {
  const bar = (value: number, from: number, className: string) =>
    `<rect class="${className}" x="${left}" y="${place(from)}" width="${place(at(value) - left)}" height="13"/>`
  return [
    text(left - 10, y + 19, label, 'text-anchor="end"'),
    ...(before === undefined ? [] : [bar(before, y + 1, 'before')]),
    bar(now, before === undefined ? y + 8 : y + 15, 'now'),
    ...(goal === undefined ? [] : [line([at(goal), y - 2], [at(goal), y + 31], 'goal')]),
  ]
}

function legend(hasBefore: boolean): string[] {
  const sample = (x: number, className: string, label: string) => [
    `<rect class="${className}" x="${x}" y="42" width="22" height="12"/>`,
    text(x + 29, 53, label),
  ]
  return [
    ...(hasBefore ? sample(left, 'before', 'before') : []),
    ...sample(left + 100, 'now', 'now'),
    line([left + 195, 40], [left + 195, 57], 'goal'),
    text(left + 204, 53, 'goal'),
  ]
}
