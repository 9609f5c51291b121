// npm run test:archive -- --rounds 3 --seed 1: loses the machine in the middle of writes, restores the portal where
// nothing of it is, and compares it with what people were notified. With `--store s3`, it is archived to a real S3 server.

import { execFile } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs, promisify } from 'node:util'
import { openBackupPlace } from '../../app/backup/server/backup-place.ts'
import { readPlace } from '../../server/platform/place.ts'
import { openUsedSite, type UsedSite } from '../backup/used-site.ts'
import { randomFrom } from '../crash/random.ts'
import { ensureBuilt } from '../helpers/build.ts'
import { eventually } from '../helpers/eventually.ts'
import { startS3Server } from '../helpers/s3-server.ts'
import { serverLog } from '../helpers/server.ts'
import { idsOfDocuments } from './restored-documents.ts'

/** What is promised, in ms (docs/operations.md). */
const promised = 60_000

const { values } = parseArgs({
  options: { rounds: { type: 'string' }, seed: { type: 'string' }, store: { type: 'string' } },
})
const rounds = Number(values.rounds ?? 3)
const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000))
const key = Buffer.alloc(32, seed)
const problems: string[] = []

await ensureBuilt()
console.log(`${rounds} rounds, seed ${seed}`)
const folder = await mkdtemp(join(tmpdir(), 'promissory-archives-'))
// The database's user must get through.
await chmod(folder, 0o711)
const store = values.store === 's3' ? await startS3Server() : undefined
try {
  for (let round = 1; round <= rounds; round++) await loseMachine(round)
} finally {
  await store?.[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
}
for (const problem of problems) console.log(`✗ ${problem}`)
if (problems.length > 0)
  console.log(`To repeat: npm run test:archive -- --seed ${seed}. The server’s log is ${serverLog}.`)
console.log(
  problems.length > 0 ? `${problems.length} problems` : 'what was missing was said, and never more than promised',
)
// People who were using the lost machines are still trying.
process.exit(problems.length > 0 ? 1 : 0)

async function loseMachine(round: number): Promise<void> {
  const random = randomFrom(seed * 1000 + round)
  const url = store ? await store.newBucket() : join(folder, `backups-${round}`)
  const env = { BACKUP_URL: url, BACKUP_KEY: key.toString('base64') }
  const site = await openUsedSite(seed + round, [], env)
  try {
    site.startWork(random)
    await firstBase(url)
    await pause(random.between(5000, 45_000))
    // Everything ends at once, and nothing of its disk is left.
    const ended = Promise.all([site.server.end('SIGKILL'), site.server.killDatabase()])
    const lostAt = Date.now()
    await ended
    void site.stopWork()
    await rm(site.server.dataDir, { recursive: true, force: true })
    await compare(round, site, lostAt, env)
  } finally {
    await site.dispose()
  }
}

async function compare(round: number, site: UsedSite, lostAt: number, env: Record<string, string>): Promise<void> {
  const restored = join(folder, `restored-${round}`)
  const began = performance.now()
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['server/commands/restore.ts', env.BACKUP_URL as string, '--to', 'now'],
    { env: { ...process.env, ...env, DATA_DIR: restored } },
  )
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  const until = new Date(/before (\S+) is there/.exec(stdout)?.[1] ?? 0)
  const there = await idsOfDocuments(restored)
  const all = site.acknowledged()
  const missing = all.filter(({ id }) => !there.documents.has(id) && !there.deleted.has(id))
  const unsaid = missing.filter(({ at }) => at < until.getTime())
  const say = (problem: string) => problems.push(`round ${round}: ${problem}`)
  if (unsaid.length > 0)
    say(`${unsaid.length} uploads are missing that were acknowledged before ${until.toISOString()}`)
  if (lostAt - until.getTime() > promised) say(`the restore ends ${lostAt - until.getTime()} ms before the loss`)
  // One that was added and deleted between two looks at new files is there once more, as its deletion is lost, but empty.
  const removed = site.removed()
  const [, named = ''] = stdout.split('are not in the place')
  const lost = [...named.matchAll(/\(([0-9a-f-]{36})\)/g)].filter(([, id = '']) => !removed.has(id))
  if (lost.length > 0 || /and \d+ more/.test(named)) say(stdout)
  for (const problem of await site.tryRestored(restored, until)) say(problem)
  console.log(
    `round ${round}  ${all.length} uploads acknowledged, lost ${((lostAt - until.getTime()) / 1000).toFixed(1)} s of work: ` +
      `${missing.length} uploads, all after the moment that the restore names; restored in ${seconds} s`,
  )
}

async function firstBase(url: string): Promise<void> {
  const isThere = async () => {
    const place = await openBackupPlace(readPlace(url), key, { mustExist: true })
    for await (const { key: name } of place.list('archive/bases/')) if (name.includes('.json')) return true
    return false
  }
  await eventually('the first copy of the database', isThere)
}
