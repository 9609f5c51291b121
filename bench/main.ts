// npm run bench: measures the site beside its own foundations in one run, so that the ratios are comparable on any
// machine. `npm run bench -- --help` lists the separate benchmarks, and the options.

import { truncate } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { ensureBuilt } from '../tests/helpers/build.ts'
import { serverLog } from '../tests/helpers/server.ts'
import { loads, onlyByName, others, usage } from './benchmarks.ts'
import { openBench, table } from './harness.ts'
import { MemoryOverLoads } from './memory.ts'
import { goalText, isMet, type Outcome, valueText } from './outcome.ts'
import { missingPrograms } from './programs.ts'
import { writeReport } from './report.ts'
import { describeMachine, readEarlier, readLatest, saveResult } from './results.ts'
import { usualTurns } from './turns.ts'

const { positionals: chosen, values } = parseArgs({
  allowPositionals: true,
  options: {
    against: { type: 'string', multiple: true, default: [] },
    path: { type: 'string', multiple: true, default: [] },
    runs: { type: 'string' },
    notes: { type: 'string', default: '10000' },
    task: { type: 'string' },
    directus: { type: 'string' },
    write: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
const options = { ...values, notes: Number(values.notes), turns: Number(values.runs ?? usualTurns) }
const all = { ...loads, ...others, ...onlyByName }
const unknown = chosen.filter(name => !all[name] && name !== 'memory')
if (values.help || unknown.length > 0 || !(options.turns >= 1)) {
  if (unknown.length > 0) console.error(`There is no benchmark named ${unknown.join(', ')}.\n`)
  console.log(usage())
  process.exit(values.help ? 0 : 2)
}

await ensureBuilt()
console.log(`Server, database and load share this machine, over loopback: ${describeMachine()}.`)
for (const sentence of missingPrograms()) console.log(sentence)
{
  await using bench = await openBench()
  // The memory after all loads is meaningful only if all of them ran.
  const withMemory = chosen.length === 0 || chosen.includes('memory')
  const memory = new MemoryOverLoads(bench.server.child.pid ?? 0)
  if (withMemory) await memory.measureIdle()
  for (const [name, { measure }] of Object.entries(loads)) {
    if (withMemory || chosen.includes(name)) {
      await record(name, await memory.during(name, () => measure(bench, options)))
    }
  }
  if (withMemory) await record('memory', await memory.outcome())
  for (const [name, { measure }] of Object.entries(others)) {
    if (chosen.length === 0 || chosen.includes(name)) await record(name, await measure(bench, options))
  }
  for (const [name, { measure }] of Object.entries(onlyByName)) {
    if (chosen.includes(name)) await measure(bench, options)
  }
}
// A line for each of hundreds of thousands of requests.
await truncate(serverLog)
const results = await readLatest()
if (values.write && results) await writeReport(results, await readEarlier())

async function record(name: string, outcome: Outcome): Promise<void> {
  table(name, [
    ['', 'median of turns (range)', 'goal', '', ''],
    ...outcome.findings.map(({ work, value, unit, goal, behind }) => [
      work,
      valueText(value, unit),
      goal ? goalText(goal, unit) : '',
      goal ? (isMet(goal, value) ? 'met' : 'NOT MET') : '',
      behind,
    ]),
  ])
  for (const remark of outcome.remarks ?? []) console.log(remark)
  await saveResult(name, outcome)
}
