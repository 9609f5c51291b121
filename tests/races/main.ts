// npm run test:races -- --repetitions 200 --seed 1: two people act on the same document at the same moment.

import { parseArgs } from 'node:util'
import { ensureBuilt } from '../helpers/build.ts'
import { serverLog } from '../helpers/server.ts'
import { pairs, race } from './race.ts'

const { values } = parseArgs({ options: { repetitions: { type: 'string' }, seed: { type: 'string' } } })
const repetitions = Number(values.repetitions ?? 200)
const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000))

await ensureBuilt()

console.log(`${pairs.length} pairs, ${repetitions} repetitions each, seed ${seed}`)
const began = performance.now()
const problems = await race({ repetitions, seed, say: line => console.log(line) })
const seconds = Math.round((performance.now() - began) / 1000)
console.log(`${problems.length} problems in ${seconds} s`)
if (problems.length > 0) console.log(`The server’s log is in ${serverLog}`)
process.exitCode = problems.length > 0 ? 1 : 0
