import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { dateIn } from '../rules/dates.ts'
import { loads, others } from './benchmarks.ts'
import { type Finding, goalText, isMet, valueText } from './outcome.ts'
import { type Bar, barPlot } from './plots/bar-plot.ts'
import { linePlot } from './plots/line-plot.ts'
import type { Results } from './results.ts'

const docs = fileURLToPath(new URL('../docs', import.meta.url))
/** In the order of the report. */
const names = [...Object.keys(loads), 'memory', ...Object.keys(others)]

/**
 * Replaces the figures in docs/performance.md, between its comments `<!-- bench: … -->` and `<!-- end -->`, and draws
 * its plots.
 * @param earlier results to compare with
 */
export async function writeReport(results: Results, earlier: Results | undefined): Promise<void> {
  const path = join(docs, 'performance.md')
  const text = await readFile(path, 'utf8')
  await writeFile(path, withParts(text, { when: whenText(results, earlier), table: tableText(results, earlier) }))
  await mkdir(join(docs, 'performance'), { recursive: true })
  for (const [name, picture] of pictures(results, earlier)) {
    await writeFile(join(docs, 'performance', `${name}.svg`), picture)
  }
}

/** @throws if the text has no place for a part */
export function withParts(text: string, parts: Record<string, string>): string {
  return Object.entries(parts).reduce((before, [name, part]) => {
    const place = new RegExp(`(<!-- bench: ${name} -->\\n)[^]*?(<!-- end -->)`)
    if (!place.test(before)) throw new Error(`docs/performance.md has no place for “${name}”`)
    return before.replace(place, (_, start, end) => `${start}${part}\n${end}`)
  }, text)
}

function findingsOf({ outcomes }: Results): Finding[] {
  return names.flatMap(name => outcomes[name]?.findings ?? [])
}

function whenText(results: Results, earlier: Results | undefined): string {
  const before = earlier ? ` “Before” is ${days(earlier)}.` : ''
  return `Measured on ${days(results)}, on ${results.machine}.${before}`
}

/** @returns the days of the first and the last measurement, or the single day */
function days({ outcomes }: Results): string {
  const dates = Object.values(outcomes)
    .map(({ at }) => at)
    .toSorted()
  const [first, last] = [dates[0], dates.at(-1)].map(at => (at ? dateIn('UTC', at, 'en-US') : ''))
  return first === last ? `${first}` : `${first} to ${last}`
}

function tableText(results: Results, earlier: Results | undefined): string {
  const before = new Map(earlier && findingsOf(earlier).map(finding => [finding.work, finding]))
  const head = ['work', ...(earlier ? ['before'] : []), 'now', 'goal', '', 'behind it']
  const rows = findingsOf(results).map(({ work, value, unit, goal, behind }) => {
    const then = before.get(work)
    return [
      work,
      ...(earlier ? [then ? valueText(then.value, then.unit) : '–'] : []),
      `**${valueText(value, unit)}**`,
      goal ? goalText(goal, unit) : '',
      goal ? (isMet(goal, value) ? 'met' : '**not met**') : '',
      behind,
    ]
  })
  return [head, head.map(() => '---'), ...rows].map(cells => `| ${cells.join(' | ')} |`).join('\n')
}

function pictures(results: Results, earlier: Results | undefined): [name: string, picture: string][] {
  const plots = names.flatMap(name => results.outcomes[name]?.plots ?? [])
  const before = new Map(earlier && findingsOf(earlier).map(({ work, value }) => [work, value.median]))
  const bars = findingsOf(results).flatMap(({ work, value, goal }): Bar[] =>
    goal && 'atLeast' in goal
      ? [{ label: shortened(work), before: before.get(work), now: value.median, goal: goal.atLeast }]
      : [],
  )
  return [
    ...(bars.length > 0
      ? [['speed', barPlot('Speed next to each yardstick', '× the yardstick’s speed', bars)] as [string, string]]
      : []),
    ...plots.map((plot): [string, string] => [plot.name, linePlot(plot)]),
  ]
}

/** @returns `40 MB out, 1 at once` of `40 MB out, 1 at once, against nginx` */
function shortened(work: string): string {
  return work.split(/: |, against /)[0] ?? work
}
