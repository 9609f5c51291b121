// npm run bench: measures the site next to its own foundations in one run, so that the ratios are comparable on any
// machine. `npm run bench -- --help` lists what can be measured on its own, and the options.

import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { ensureBuilt } from '../tests/helpers/build.ts'
import { abuse } from './abuse.ts'
import { codeRequests } from './code-requests.ts'
import { documentsList } from './documents-list.ts'
import { exchanges } from './exchanges.ts'
import { type Bench, type BenchOptions, openBench, table } from './harness.ts'
import { lighthousePages } from './lighthouse.ts'
import { goalText, isMet, type Outcome, valueText } from './outcome.ts'
import { portalLists } from './portal-lists.ts'
import { prerenderedPage } from './prerendered-page.ts'
import { missingPrograms } from './programs.ts'
import { tasksOfPeople } from './tasks.ts'
import { transfer } from './transfer.ts'
import { usualTurns } from './turns.ts'

type Benchmark = (bench: Bench, options: BenchOptions) => Promise<Outcome>

/** What a run without names measures, in this order. */
const usual: Record<string, [summary: string, measure: Benchmark]> = {
  page: ['a prerendered page, next to bare Node and nginx', prerenderedPage],
  'documents-list': ['50 of 1,000 documents as data and as a page, next to the bare statement', documentsList],
  exchanges: ['how often a read of the portal waits for the database', exchanges],
  transfer: ['files of 40 MB out and in, next to nginx and to the disk alone', transfer],
}

const { positionals: chosen, values } = parseArgs({
  allowPositionals: true,
  options: {
    against: { type: 'string', multiple: true, default: [] },
    path: { type: 'string', multiple: true, default: [] },
    runs: { type: 'string' },
  },
})
await ensureBuilt()
await using bench = await openBench()
for (const [name, [, claim]] of Object.entries(usual)) {
  if (chosen.length === 0 || chosen.includes(name)) {
    const { findings } = await claim(bench, { ...values, turns: Number(values.runs ?? usualTurns) })
    table(
      name,
      findings.map(({ work, value, unit, goal, behind }) => [
        work,
        valueText(value, unit),
        goal ? goalText(goal, unit) : '',
        goal ? (isMet(goal, value) ? 'met' : 'not met') : '',
        behind,
      ]),
    )
  }
}
void [missingPrograms, abuse, cpus, codeRequests, lighthousePages, portalLists, tasksOfPeople]
