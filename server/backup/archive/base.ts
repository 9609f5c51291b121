import { createHash } from 'node:crypto'
import type pg from 'pg'
import { type ArchivePlace, bytesOf, collect, listAll, putPacked, readPacked } from './archive-place.ts'
import { baseFiles } from './base-files.ts'
import { baseFolder, basesFolder } from './layout.ts'
import type { Line } from './line.ts'

/** A copy of the database's files, from which the log leads to any later moment. Kept as `manifest.json`. */
export interface Base {
  /** When copying began and, as moments in names, what identifies the base; an ISO date. */
  begun: string
  /** The first moment that it can be restored to: when copying had ended; an ISO date. */
  moment: string
  /** Where recovery begins to read the log, and up to where it must read, as PostgreSQL writes positions. */
  start: string
  stop: string
  /** Bytes of the files, of the packed file in the place, and the hash of the former. */
  size: number
  stored: number
  sha256: string
}

const filesOf = (line: Line, begun: Date) => `${baseFolder(line.name, begun)}files.tar`
const manifestOf = (line: Line, begun: Date) => `${baseFolder(line.name, begun)}manifest.json`

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
  { place, cluster }: { place: ArchivePlace; cluster: string },
  reach: (position: string) => Promise<void>,
): Promise<Base> {
  const { rows } = await client.query(
    `select clock_timestamp() as begun, pg_backup_start('promissory', true)::text as start`,
  )
  const { begun, start } = rows[0]
  let stop = ''
  let moment = begun
  const hash = createHash('sha256')
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
      hash.update(bytes)
      size += bytes.length
      yield bytes
    }
  }
  const stored = await putPacked(place, filesOf(line, begun), counted())
  await reach(stop)
  const times = { begun: begun.toISOString(), moment: moment.toISOString() }
  const base: Base = { ...times, start, stop, size, stored, sha256: hash.digest('hex') }
  await putPacked(place, manifestOf(line, begun), bytesOf(JSON.stringify(base, undefined, 2)))
  return base
}

/** @returns the complete bases of a line, oldest first */
export async function listBases(place: ArchivePlace, line: Line): Promise<Base[]> {
  const bases: Base[] = []
  for await (const { key } of listAll(place.store, basesFolder(line.name))) {
    if (key.endsWith('/manifest.json')) bases.push(JSON.parse((await collect(await readPacked(place, key))).toString()))
  }
  return bases
}

/** Reads the files of a base, as a tar. */
export function readBase(place: ArchivePlace, line: Line, base: Base) {
  return readPacked(place, filesOf(line, new Date(base.begun)))
}

/** Removes a base: first what makes it count, so that what is left of it never does. */
export async function removeBase({ store }: ArchivePlace, line: Line, begun: Date): Promise<void> {
  await store.delete(manifestOf(line, begun))
  await store.delete(filesOf(line, begun))
}
