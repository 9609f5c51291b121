import { selectRetainedBackups } from '../backups.ts'
import type { BackupPlace } from './backup-place.ts'
import { splitEnding } from './backup-place.ts'
import { readEntry, removeOtherFiles } from './copy-files.ts'
import { fileListOf, listSnapshots, manifestOf, type Snapshot, snapshotsFolder } from './snapshots.ts'
import { decompressed, linesOf } from './streams.ts'

/** Age (ms) after which a backup without a manifest is abandoned. */
const abandonedAfter = 24 * 60 * 60 * 1000

/**
 * Removes backups past their retention (`app/backup/backups.ts`), remains of interrupted ones, and files only they had.
 * Backups that another key encrypts stay. Call it while no backup is in progress.
 * @returns number of removed backups
 */
export async function thinBackups(place: BackupPlace): Promise<number> {
  const all = (await listSnapshots(place)).filter(({ ending }) => ending === place.ending)
  const kept = new Set(selectRetainedBackups(all.map(({ moment }) => moment)))
  const removed = all.filter(({ moment }) => !kept.has(moment))
  for (const { name } of removed) await removeSnapshot(place, name)
  const abandoned = await removeAbandoned(place, all)
  if (removed.length + abandoned === 0) return 0
  const needed = new Set<string>()
  for (const { name, moment } of all) {
    if (!kept.has(moment)) continue
    for await (const line of linesOf(decompressed(place.read(fileListOf(name))))) needed.add(readEntry(line).path)
  }
  await removeOtherFiles(place, needed)
  return removed.length
}

/** Removes a complete or partial backup, starting with the manifest. */
export async function removeSnapshot(place: BackupPlace, name: string): Promise<void> {
  await place.remove(manifestOf(name))
  for await (const { key } of place.list(`${snapshotsFolder}${name}/`)) await place.remove(splitEnding(key).key)
}

/**
 * @param all the complete ones
 * @returns number of others removed
 */
async function removeAbandoned(place: BackupPlace, all: Snapshot[]): Promise<number> {
  const complete = new Set(all.map(({ name }) => name))
  const abandoned = new Set<string>()
  for await (const { key, modified } of place.list(snapshotsFolder)) {
    const [, name = ''] = key.split('/')
    const isOurs = splitEnding(key).ending === place.ending
    if (isOurs && !complete.has(name) && Date.now() - modified.getTime() > abandonedAfter) abandoned.add(name)
  }
  for (const name of abandoned) await removeSnapshot(place, name)
  return abandoned.size
}
