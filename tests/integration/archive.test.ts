import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { expect, test } from 'vitest'
import type { ArchiveState } from '../../server/backup/archive/archive-options.ts'
import { Archiver } from '../../server/backup/archive/archiver.ts'
import { restoreArchive } from '../../server/backup/archive/restore-archive.ts'
import { type BackupPlace, openBackupPlace } from '../../server/backup/backup-place.ts'
import { runningPostmaster } from '../../server/database/embedded/postmaster.ts'
import { startEmbedded } from '../../server/database/embedded/start-embedded.ts'
import { settingsOf } from '../../server/database/settings.ts'
import { createLog } from '../../server/platform/log.ts'
import { eventually } from '../helpers/eventually.ts'
import { copyWithOwners, siteDataVariable } from '../helpers/site-data.ts'

const quiet = createLog({ write: () => {} })
const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))

test('a machine lost while it writes is restored up to the last round, or to any moment before', async () => {
  await using given = await givenArchive(randomBytes(32))
  const { place, states } = given
  await given.say('first')
  await eventually('the first base', async () => (await listed(place, 'archive/bases/')).length === 2)
  await given.say('second')
  const between = new Date()
  await pause(20)
  await given.say('third')
  const said: { word: string; at: Date }[] = []
  const writing = (async () => {
    for (let n = 0; n < 2000; n++) {
      const word = `${n} ${'x'.repeat(5000)}`
      if (
        !(await given.say(word).then(
          () => true,
          () => false,
        ))
      )
        return
      said.push({ word, at: new Date() })
    }
  })()
  await pause(1500)
  await given.lose()
  await writing
  expect(states.at(-1)?.error).toBeUndefined()

  const restored = await given.restore()
  expect(Date.now() - restored.until.getTime()).toBeLessThan(10_000)
  expect(restored.found.slice(0, 3)).toEqual(['first', 'second', 'third'])
  const missing = said.filter(({ word }) => !restored.found.includes(word))
  for (const { at } of missing) expect(at.getTime()).toBeGreaterThanOrEqual(restored.until.getTime())
  expect(said.length - missing.length).toBeGreaterThan(0)

  const earlier = await given.restore(between)
  expect(earlier.found).toEqual(['first', 'second'])
  expect(earlier.until).toEqual(between)
  await expect(given.restore(new Date(0))).rejects.toThrow('The archive begins at')
  const withOtherKey = await openBackupPlace({ folder: join(given.folder, 'backups') }, randomBytes(32))
  await expect(given.restore(undefined, withOtherKey)).rejects.toThrow('not encrypted with the key')
})

async function listed(place: BackupPlace, prefix: string): Promise<string[]> {
  return (await Array.fromAsync(place.list(prefix))).map(({ key }) => key)
}

/** A database that is archived every 200 ms. */
async function givenArchive(key?: Buffer) {
  const folder = await mkdtemp(join(tmpdir(), 'promissory-archive-'))
  await promisify(execFile)('chmod', ['711', folder])
  const dataDir = join(folder, 'data')
  await copyWithOwners([process.env[siteDataVariable] as string], dataDir)
  const embedded = await startEmbedded({ dataDir, log: quiet })
  const client = new pg.Client(settingsOf(embedded.url))
  client.on('error', () => {})
  await client.connect()
  await client.query('create table words (id serial, word text)')
  const place = await openBackupPlace({ folder: join(folder, 'backups') }, key)
  const states: ArchiveState[] = []
  const archive = () =>
    new Archiver({
      ownerUrl: embedded.url,
      cluster: join(dataDir, 'database'),
      place,
      files: { keysSince: async () => [], copy: async () => true },
      log: quiet,
      report: async (_, state) => void states.push(state),
      interval: 200,
    })
  const archiver = archive()
  let restores = 0
  return {
    folder,
    dataDir,
    place,
    states,
    async say(word: string) {
      await client.query('insert into words (word) values ($1)', [word])
    },
    /** Kills the database and removes its data, as if the machine had burned down. */
    async lose() {
      process.kill(runningPostmaster(join(dataDir, 'database')) as number, 'SIGKILL')
      await rename(join(dataDir, 'database'), join(folder, 'lost'))
      await archiver.stop()
    },
    async restore(moment?: Date, from: BackupPlace = place) {
      const target = join(folder, `restored-${restores++}`)
      return restoreArchive(from, target, moment, quiet, async owner => {
        const { rows } = await owner.query('select word from words order by id')
        return rows.map(({ word }) => word as string)
      })
    },
    async [Symbol.asyncDispose]() {
      await client.end().catch(() => {})
      await archiver.stop()
      await embedded.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
