import { describe, expect, test } from 'vitest'
import { figuresOfWrk } from '../../bench/load.ts'
import { figure, goalText, isMet, valueText } from '../../bench/outcome.ts'
import { barPlot } from '../../bench/plots/bar-plot.ts'
import { linePlot } from '../../bench/plots/line-plot.ts'
import { linearScale, logarithmicScale } from '../../bench/plots/scale.ts'
import { withParts } from '../../bench/report.ts'
import { percentile, ratioOf, spreadOf } from '../../bench/statistics.ts'

describe('statistics', () => {
  test('a percentile is a value that was measured', () => {
    const values = Array.from({ length: 200 }, (_, index) => 200 - index)
    expect([0, 0.5, 0.99, 1].map(share => percentile(values, share))).toEqual([1, 100, 198, 200])
    expect(percentile([7], 0.99)).toBe(7)
    expect(percentile([], 0.5)).toBeNaN()
  })

  test('ratios compare what was measured in the same turn', () => {
    expect(spreadOf([3, 1, 2])).toEqual({ median: 2, least: 1, most: 3 })
    expect(spreadOf([4, 1, 2, 3])).toEqual({ median: 2.5, least: 1, most: 4 })
    expect(ratioOf([10, 30], [20, 30], value => value)).toEqual({ median: 0.75, least: 0.5, most: 1 })
    expect(() => spreadOf([])).toThrow(RangeError)
  })
})

test('a figure is shown beside its goal', () => {
  const value = { median: 0.4567, least: 0.4, most: 0.5 }
  expect(valueText(value, '×')).toBe('0.457 × (0.400–0.500)')
  expect(valueText(spreadOf([139.6]), 'MB')).toBe('140 MB')
  expect([isMet({ atLeast: 0.5 }, value), isMet({ atMost: 0.5 }, value)]).toEqual([false, true])
  expect(goalText({ atMost: 1.2 }, 's')).toBe('≤ 1.2 s')
  expect([0.01234, 1.5, 33885].map(figure)).toEqual(['0.0123', '1.50', '33,885'])
})

describe('wrk', () => {
  const printed = `Running 3s test @ http://localhost:1/
  1 threads and 64 connections
  Thread Stats   Avg      Stdev     Max   +/- Stdev
    Latency     2.10ms    1.10ms  20.10ms   91.10%
  Latency Distribution
     50%  912.00us
     75%    2.51ms
     90%    3.01ms
     99%    1.02s
  100653 requests in 3.10s
Requests/sec:  33551.42
`
  test('its figures are read in milliseconds', () => {
    expect(figuresOfWrk(printed)).toEqual({ perSecond: 33551.42, p50: 0.912, p99: 1020 })
  })

  test.each(['  Non-2xx or 3xx responses: 3', '  Socket errors: connect 0, read 2, write 0, timeout 0'])('%s', line => {
    expect(() => figuresOfWrk(`${printed}${line}\n`)).toThrow(line.trim())
  })

  test('a run without a response is an error', () => {
    expect(() => figuresOfWrk(printed.replace('33551.42', '0.00'))).toThrow('no figures')
  })
})

describe('plots', () => {
  test('a linear axis begins at zero and has round marks', () => {
    const { at, ticks } = linearScale(0.94, 0, 100)
    expect(ticks).toEqual([0, 0.2, 0.4, 0.6, 0.8, 1])
    expect([0, 0.5, 1].map(at)).toEqual([0, 50, 100])
    expect(linearScale(260, 0, 1).ticks).toEqual([0, 100, 200, 300])
    expect(linearScale(0, 0, 1).ticks).toEqual([0, 1])
  })

  test('a logarithmic axis has powers of ten, and the largest value beyond them', () => {
    const { at, ticks } = logarithmicScale(1000, 1_000_000, 300, 0)
    expect(ticks).toEqual([1000, 10_000, 100_000, 1_000_000])
    expect([1000, 1_000_000].map(at)).toEqual([300, 0])
    expect(logarithmicScale(10, 2000, 0, 1).ticks).toEqual([10, 100, 1000, 2000])
  })

  test('are pictures with a title, every series, labeled axes and both color schemes', () => {
    const plot = linePlot({
      name: 'x',
      title: 'A < B',
      x: { label: 'documents', isLogarithmic: true },
      y: { label: 'p99, ms' },
      series: [
        {
          name: 'list',
          points: [
            [1000, 4],
            [10_000, 5],
          ],
        },
      ],
    })
    for (const part of ['A &lt; B', 'documents', 'p99, ms', 'list', 'prefers-color-scheme:dark', '10,000']) {
      expect(plot).toContain(part)
    }
    expect(plot).not.toMatch(/NaN|undefined/)
    const bars = barPlot('Speed', '× nginx', [{ label: 'out', before: 0.2, now: 0.8, goal: 0.7 }])
    for (const part of ['Speed', '× nginx', 'out', 'class="before"', 'class="goal"']) expect(bars).toContain(part)
    expect(bars).not.toMatch(/NaN|undefined/)
  })
})

test('figures replace those between the comments of the document, and nothing else', () => {
  const text = 'Before.\n<!-- bench: table -->\nold\n<!-- end -->\nAfter.\n'
  const written = withParts(text, { table: 'new $1' })
  expect(written).toBe('Before.\n<!-- bench: table -->\nnew $1\n<!-- end -->\nAfter.\n')
  expect(withParts(written, { table: 'old' })).toBe(text)
  expect(() => withParts(text, { when: 'today' })).toThrow('no place')
})
