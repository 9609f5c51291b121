// npm run bench: measures the site beside what it stands on, in one run, so that the ratios mean something on any
// machine. Arguments choose: documents-list, transfer, portal-lists, lighthouse.

import { cpus } from 'node:os'
import { ensureBuilt } from '../tests/helpers/build.ts'
import { documentsList } from './documents-list.ts'
import { type Bench, openBench } from './harness.ts'
import { lighthousePages } from './lighthouse.ts'
import { portalLists } from './portal-lists.ts'
import { transfer } from './transfer.ts'

const claims: Record<string, (bench: Bench) => Promise<void>> = {
  'documents-list': documentsList,
  transfer,
  'portal-lists': portalLists,
  lighthouse: lighthousePages,
}

const chosen = process.argv.slice(2)
const unknown = chosen.filter(name => !claims[name])
if (unknown.length > 0) {
  console.error(`There is no measure named ${unknown.join(', ')}: choose from ${Object.keys(claims).join(', ')}.`)
  process.exit(1)
}

await ensureBuilt()

const processors = cpus()
console.log(
  `Server, database and load share ${processors.length} processors (${processors[0]?.model.trim()}), loopback.`,
)
await using bench = await openBench()
for (const [name, claim] of Object.entries(claims)) {
  if (chosen.length === 0 || chosen.includes(name)) await claim(bench)
}
