// npm run test:crash -- --rounds 30 --seed 1: kills the real site at random moments and checks that it kept its
// promises.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureBuilt } from '../helpers/build.ts'
import { serverLog } from '../helpers/server.ts'
import { crash } from './rounds.ts'

const { values } = parseArgs({ options: { rounds: { type: 'string' }, seed: { type: 'string' } } })
const rounds = Number(values.rounds ?? 30)
const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000))

await ensureBuilt()

console.log(`${rounds} rounds, seed ${seed}`)
const dataDir = await mkdtemp(join(tmpdir(), 'promissory-crash-'))
const say = (line: string) => console.log(line)
const broken = await crash({ seed, rounds: Array(rounds).fill(undefined), dataDir, say })
const failed = broken.filter(problems => problems.length > 0).length
console.log(`${broken.length - failed} passed, ${failed} failed`)
if (failed > 0) {
  console.log(`To repeat: npm run test:crash -- --rounds ${rounds} --seed ${seed}`)
  console.log(`The data is kept in ${dataDir}, the server’s log in ${serverLog}`)
} else {
  await rm(dataDir, { recursive: true, force: true })
}
process.exitCode = failed > 0 ? 1 : 0
