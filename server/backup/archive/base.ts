import type pg from 'pg'
import { type BackupPlace, splitEnding } from '../backup-place.ts'
import { secretId } from '../secret-id.ts'
import { baseFiles } from './base-files.ts'
import { baseFolder, basesFolder } from './layout.ts'
import type { Line } from './line.ts'
import { putJson, putPacked, readJson, readPacked } from './packed.ts'

/** A copy of the database's files, from which the log leads to any later moment. Kept as `manifest`. */
export interface Base {
  /** When copying began and, as moments in names, what identifies the base; an ISO date. */
  begun: string
  /** The first moment that it can be restored to: when copying had ended; an ISO date. */
  moment: string
  /** Where recovery begins to read the log, and up to where it must read, as PostgreSQL writes positions. */
  start: string
  stop: string
  /** Bytes of the files, and what they take in the place. */
  size: number
  stored: number
  /** Tells AUTH_SECRETs apart, see secret-id.ts; and the secret itself, where the archive is encrypted. */
  secretId: string
  secret?: string
}

const filesOf = (line: Line, begun: Date) => `${baseFolder(line.name, begun)}files.tar`
const manifestOf = (line: Line, begun: Date) => `${baseFolder(line.name, begun)}manifest`

/**
 * Copies a running database's files into the place.
 * @param client a connection of its own as the cluster's owner
 * @param cluster the database's folder
 * @param reach resolves once the log is in the place up to a position
 * @returns what the manifest says, which is written last
 */
export async function takeBase(
  client: pg.Client,
  line: Line,
  { place, cluster, secret }: { place: BackupPlace; cluster: string; secret: string },
  reach: (position: string) => Promise<void>,
): Promise<Base> {
  const { rows } = await client.query(
    `select clock_timestamp() as begun, pg_backup_start('promissory', true)::text as start`,
  )
  const { begun, start } = rows[0]
  let stop = ''
  let moment = begun
  let size = 0
  async function* counted() {
    const files = baseFiles(cluster, async () => {
      const { rows } = await client.query('select lsn::text as stop, labelfile from pg_backup_stop(false)')
      stop = rows[0].stop
      // Dates are cut to milliseconds.
      moment = (await client.query(`select clock_timestamp() + interval '1 ms' as moment`)).rows[0].moment
      return rows[0].labelfile
    })
    for await (const bytes of files) {
      size += bytes.length
      yield bytes
    }
  }
  const stored = await putPacked(place, filesOf(line, begun), counted())
  await reach(stop)
  const times = { begun: begun.toISOString(), moment: moment.toISOString() }
  const base: Base = {
    ...times,
    start,
    stop,
    size,
    stored,
    secretId: secretId(secret),
    ...(place.ending && { secret }),
  }
  await putJson(place, manifestOf(line, begun), base)
  return base
}

/** @returns the complete bases of a line, oldest first */
export async function listBases(place: BackupPlace, line: Line): Promise<Base[]> {
  const bases: Base[] = []
  for await (const { key: stored } of place.list(basesFolder(line.name))) {
    const { key } = splitEnding(stored)
    if (key.endsWith('/manifest')) bases.push(await readJson<Base>(place, key))
  }
  return bases
}

/** Reads the files of a base, as a tar. */
export function readBase(place: BackupPlace, line: Line, base: Base) {
  return readPacked(place, filesOf(line, new Date(base.begun)))
}

/** Removes a base: first what makes it count, so that what is left of it never does. */
export async function removeBase(place: BackupPlace, line: Line, begun: Date): Promise<void> {
  await place.remove(manifestOf(line, begun))
  await place.remove(filesOf(line, begun))
}
