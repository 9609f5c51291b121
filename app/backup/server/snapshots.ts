import { StartError } from '../../../server/platform/start-error.ts'
import { type BackupPlace, splitEnding } from './backup-place.ts'
import type { DatabaseContents } from './database-shape.ts'
import { collect } from './streams.ts'

/** A complete backup in a place. */
export interface Snapshot {
  name: string
  moment: Date
  /** The encrypting key's identifier, see `BackupPlace.ending`. */
  ending: string
}

/** A backup's description. */
export interface Manifest {
  format: 1
  /** The moment it captures, and when it was complete: ISO times. */
  moment: string
  finished: string
  database: DatabaseContents
  /** Its files, and the hash of their list. */
  files: { count: number; bytes: number; listHash: string }
  /** Paths of files that were missing from the storage, or altered, and so aren't copied. */
  damaged: string[]
  /** Identifies the site's AUTH_SECRET; the secret itself is included only in an encrypted backup. */
  secretId: string
  secret?: string
}

export const snapshotsFolder = 'snapshots/'
export const manifestOf = (name: string) => `${snapshotsFolder}${name}/manifest.json`
export const fileListOf = (name: string) => `${snapshotsFolder}${name}/files.zst`
export const tableOf = (name: string, table: string) => `${snapshotsFolder}${name}/tables/${table}.zst`

/** @returns the name of a moment's backup, such as `20261122T205235.123Z`: names sort by time */
export function snapshotName(moment: Date): string {
  return moment.toISOString().replace(/[-:]/g, '')
}

function momentOf(name: string): Date {
  const [, year, month, day, hour, minute, rest] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)([\d.]+Z)$/.exec(name) ?? []
  return new Date(`${year}-${month}-${day}T${hour}:${minute}:${rest}`)
}

/** @returns the complete backups in a place, oldest first, with any key */
export async function listSnapshots(place: BackupPlace): Promise<Snapshot[]> {
  const found: Snapshot[] = []
  for await (const { key } of place.list(snapshotsFolder)) {
    const { key: path, ending } = splitEnding(key)
    const name = /^snapshots\/([^/]+)\/manifest\.json$/.exec(path)?.[1]
    const moment = name ? momentOf(name) : undefined
    if (name && moment && !Number.isNaN(moment.getTime())) found.push({ name, moment, ending })
  }
  return found
}

/**
 * @param at latest moment; the newest backup by default
 * @returns the newest backup up to it
 * @throws StartError if there is none, or it is encrypted with another key
 */
export async function findSnapshot(place: BackupPlace, at?: Date): Promise<Snapshot> {
  const all = await listSnapshots(place)
  const found = all.findLast(({ moment }) => !at || moment <= at)
  if (found) {
    assertReadable(place, found)
    return found
  }
  const [first] = all
  throw new StartError(
    first
      ? `There is no backup of that time. The oldest is of ${first.moment.toISOString()}.`
      : `There is no backup in ${place.description}.`,
  )
}

function assertReadable(place: BackupPlace, { name, ending }: Snapshot): void {
  if (ending === place.ending) return
  if (!ending)
    throw new StartError(`The backup ${name} isn't encrypted. Unset BACKUP_KEY, or choose another with --at.`)
  throw new StartError(
    place.ending
      ? `The backup ${name} is encrypted with another key than BACKUP_KEY.`
      : `The backup ${name} is encrypted. Set BACKUP_KEY to its key.`,
  )
}

/** @throws StartError if it isn't complete, or was made by a newer version */
export async function readManifest(place: BackupPlace, name: string): Promise<Manifest> {
  const manifest = JSON.parse((await collect(place.read(manifestOf(name)))).toString('utf8')) as Manifest
  if (manifest.format !== 1) {
    throw new StartError(`The backup ${name} was made by a newer version of the site. Install that version.`)
  }
  return manifest
}
