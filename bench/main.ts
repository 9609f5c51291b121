// npm run bench: measures the site beside what it stands on, in one run, so that the ratios mean something on any
// machine. Arguments choose: documents-list, transfer.

import { cpus } from 'node:os'
import { documentsList } from './documents-list.ts'
import { type Bench, openBench } from './harness.ts'
import { transfer } from './transfer.ts'

const claims: Record<string, (bench: Bench) => Promise<void>> = { 'documents-list': documentsList, transfer }

const chosen = process.argv.slice(2)
const unknown = chosen.filter(name => !claims[name])
if (unknown.length > 0) {
  console.error(`There is no measure named ${unknown.join(', ')}: choose from ${Object.keys(claims).join(', ')}.`)
  process.exit(1)
}

// It builds the pages if they have changed; plain JavaScript, since it also works before anything is installed.
const { ensureBuilt } = (await import(new URL('../scripts/build.mjs', import.meta.url).href)) as {
  ensureBuilt: () => Promise<void>
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
