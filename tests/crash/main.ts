// npm run test:crash -- --rounds 30 --seed 1 --store s3: kills the real site, its database or its store at random
// moments and checks that it kept its promises.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureBuilt } from '../helpers/build.ts'
import { serverLog } from '../helpers/server.ts'
import { crash } from './rounds.ts'
import { stores } from './stored-site.ts'

const text = { type: 'string' } as const
const { values } = parseArgs({ options: { rounds: text, seed: text, store: text } })
const rounds = Number(values.rounds ?? 30)
const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000))
const store = stores.find(kind => kind === (values.store ?? 'folder'))
if (!store) throw new Error(`--store is one of these: ${stores.join(', ')}`)

await ensureBuilt()

console.log(`${rounds} rounds, seed ${seed}, store ${store}`)
const dataDir = await mkdtemp(join(tmpdir(), 'promissory-crash-'))
const say = (line: string) => console.log(line)
const broken = await crash({ seed, rounds: Array(rounds).fill(undefined), store, dataDir, say })
const failed = broken.filter(problems => problems.length > 0).length
console.log(`${broken.length - failed} passed, ${failed} failed`)
if (failed > 0) {
  console.log(`To repeat: npm run test:crash -- --rounds ${rounds} --seed ${seed} --store ${store}`)
  console.log(`The data is kept in ${dataDir}, the server’s log in ${serverLog}`)
} else {
  await rm(dataDir, { recursive: true, force: true })
}
process.exitCode = failed > 0 ? 1 : 0
