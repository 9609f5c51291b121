// npm run bench: measures the site next to its own foundations in one run, so that the ratios are comparable on any
// machine. Arguments choose: documents-list, transfer, portal-lists, abuse, code-requests, lighthouse, tasks.
// `lighthouse --against FOLDER` compares with another checkout's built site, `tasks --against FOLDER` with one of commit
// 7450800; `--path /faq` measures only that page, `--runs 5` sets how often.

import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { ensureBuilt } from '../tests/helpers/build.ts'
import { abuse } from './abuse.ts'
import { codeRequests } from './code-requests.ts'
import { documentsList } from './documents-list.ts'
import { type Bench, type BenchOptions, openBench } from './harness.ts'
import { lighthousePages } from './lighthouse.ts'
import { portalLists } from './portal-lists.ts'
import { tasksOfPeople } from './tasks.ts'
import { transfer } from './transfer.ts'

const claims: Record<string, (bench: Bench, options: BenchOptions) => Promise<void>> = {
  'documents-list': documentsList,
  transfer,
  'portal-lists': portalLists,
  abuse,
  'code-requests': codeRequests,
  lighthouse: lighthousePages,
  tasks: tasksOfPeople,
}

const { positionals: chosen, values } = parseArgs({
  allowPositionals: true,
  options: {
    against: { type: 'string', multiple: true, default: [] },
    path: { type: 'string', multiple: true, default: [] },
    runs: { type: 'string' },
  },
})
const unknown = chosen.filter(name => !claims[name])
if (unknown.length > 0) {
  console.error(`There is no benchmark named ${unknown.join(', ')}. Choose from ${Object.keys(claims).join(', ')}.`)
  process.exit(1)
}

await ensureBuilt()

const processors = cpus()
console.log(
  `Server, database and load share ${processors.length} processors (${processors[0]?.model.trim()}), loopback.`,
)
await using bench = await openBench()
for (const [name, claim] of Object.entries(claims)) {
  if (chosen.length === 0 || chosen.includes(name)) await claim(bench, values)
}
