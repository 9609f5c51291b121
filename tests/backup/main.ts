// npm run test:backup -- --documents 100000: backs up a large portal while people use it, restores it where nothing of it
// is, and compares every row and every byte with the moment that the backup names. With --s3, into a store.

import { execFile } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { randomFrom } from '../crash/random.ts'
import { ensureBuilt } from '../helpers/build.ts'
import { startS3Server } from '../helpers/s3-server.ts'
import { serverLog } from '../helpers/server.ts'
import { backUpWithWitness, compareRestored } from './compare.ts'
import { fillPortal } from './fill-portal.ts'
import { openUsedSite } from './used-site.ts'

const { values } = parseArgs({
  options: { documents: { type: 'string' }, seed: { type: 'string' }, s3: { type: 'boolean' } },
})
const documents = Number(values.documents ?? 100_000)
const seed = Number(values.seed ?? Math.floor(Math.random() * 1_000_000))
const problems: string[] = []
const key = Buffer.alloc(32, seed).toString('base64')

await ensureBuilt()
const folder = await mkdtemp(join(tmpdir(), 'promissory-backups-'))
// The database's user must get through.
await chmod(folder, 0o755)
await using s3 = values.s3 ? await startS3Server() : undefined
const backups = (await s3?.newBucket()) ?? join(folder, 'backups')
try {
  const site = await openUsedSite(seed, problems, {}, async server => {
    const filled = await timed(`fill a portal with ${documents} documents`, () => fillPortal(server, documents))
    console.log(`           ${(filled / 1e6).toFixed(0)} MB of files`)
  })
  try {
    site.startWork(randomFrom(seed))
    const first = await timed('first backup, under load', () => command('backup', site.server.dataDir, backups))
    console.log(`         ${first}`)
    const second = await timed('next backup, under load', () =>
      backUpWithWitness(site.server, backups, Buffer.from(key, 'base64')),
    )
    console.log(`         of ${second.moment}: ${second.files} files, ${(second.bytes / 1e6).toFixed(1)} MB new`)
    console.log(`         ${await site.stopWork()}`)
    // What happens after the backup must not be in it.
    await timed('a later backup', () => command('backup', site.server.dataDir, backups))

    const restored = join(folder, 'restored')
    const said = await timed('restore where nothing of the portal is', () =>
      command('restore', restored, backups, '--at', second.moment),
    )
    console.log(`         ${said}`)
    await timed('compare every row and byte with the moment', async () => {
      problems.push(...(await compareRestored(second, restored)))
    })
    await timed('use the restored portal', async () => {
      problems.push(...(await site.tryRestored(restored, new Date(second.began))))
    })
    console.log(`         ${await timed('verify', () => command('backup', join(folder, 'none'), 'verify', backups))}`)
    console.log(`         ${await command('backup', join(folder, 'none'), 'list', backups)}`)
  } finally {
    await site.dispose()
  }
  for (const problem of problems) console.log(`✗ ${problem}`)
  if (problems.length > 0) {
    console.log(`To repeat: npm run test:backup -- --seed ${seed}. The server’s log is ${serverLog}.`)
  }
  console.log(problems.length > 0 ? `${problems.length} problems` : 'every row and every byte is as it was')
} finally {
  await rm(folder, { recursive: true, force: true })
}
process.exit(problems.length > 0 ? 1 : 0)

/** Runs a command as an operator does, with its data folder. @returns what it says */
async function command(name: 'backup' | 'restore', dataDir: string, ...args: string[]): Promise<string> {
  const env = { ...process.env, DATA_DIR: dataDir, BACKUP_KEY: key }
  const { stdout } = await promisify(execFile)(process.execPath, [`server/commands/${name}.ts`, ...args], { env })
  return stdout.trim().replaceAll('\n', '\n         ')
}

async function timed<T>(what: string, work: () => Promise<T>): Promise<T> {
  const began = performance.now()
  const result = await work()
  console.log(`${((performance.now() - began) / 1000).toFixed(1).padStart(7)} s  ${what}`)
  return result
}
