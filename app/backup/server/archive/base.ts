import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { settingsOf } from '../../../../server/database/settings.ts'
import { type BackupPlace, splitEnding } from '../backup-place.ts'
import { secretId } from '../secret-id.ts'
import { bytesOf, collect, compressed, decompressed } from '../streams.ts'
import { basesFolder, momentName } from './layout.ts'

/** A copy of the database's files, from which the log leads to any later moment. */
export interface Base {
  line: string
  /** Start of the copy, which identifies the base in its line; an ISO date. */
  begun: string
  /** End of the copy, the first moment that can be restored; an ISO date. */
  moment: string
  /** First and last log segment that recovery needs. */
  first: string
  last: string
  /** Bytes of a segment. */
  segmentSize: number
  /** PostgreSQL's major version, which a restored database needs. */
  major: number
  /** Size of the files in the place, in bytes. */
  stored: number
  /** Identifies AUTH_SECRET, see secret-id.ts; and the secret itself, in an encrypted archive. */
  secretId: string
  secret?: string
}

const keyOf = ({ line, begun }: Pick<Base, 'line' | 'begun'>) => `${basesFolder}${line}/${momentName(new Date(begun))}`
export const filesOf = (base: Base) => `${keyOf(base)}.tar.gz`

/** Source and destination of a base. */
export interface BaseSource {
  /** Connection string of the cluster's owner. */
  ownerUrl: string
  /** PostgreSQL's folder of finished log segments, with room for a copy of its files. */
  folder: string
  /** AUTH_SECRET. */
  secret: string
  place: BackupPlace
  /** Aborts the copy. */
  signal: AbortSignal
}

/**
 * Copies PostgreSQL's files into the place.
 * @returns the base's description, which is written last
 */
export async function takeBase(line: string, { ownerUrl, folder, secret, place, signal }: BaseSource): Promise<Base> {
  const target = join(folder, 'base')
  const begun = new Date().toISOString()
  try {
    const copied = await copyCluster(ownerUrl, target, signal)
    const moment = new Date(Date.now() + 1).toISOString()
    const stored = await place.write(`${keyOf({ line, begun })}.tar.gz`, createReadStream(join(target, 'base.tar.gz')))
    const id = secretId(secret)
    const base: Base = { line, begun, moment, ...copied, stored, secretId: id, ...(place.ending && { secret }) }
    await place.write(`${keyOf(base)}.json`, compressed(bytesOf(JSON.stringify(base))))
    return base
  } finally {
    await rm(target, { recursive: true, force: true })
  }
}

/** Writes `base.tar.gz` into a folder that PostgreSQL makes. */
async function copyCluster(ownerUrl: string, target: string, signal: AbortSignal) {
  await rm(target, { recursive: true, force: true })
  const settings = { ...settingsOf(ownerUrl), replication: 'database', application_name: 'promissory base' }
  const client = new pg.Client(settings)
  client.on('error', () => {})
  const end = () => void client.end().catch(() => {})
  signal.addEventListener('abort', end)
  try {
    await client.connect()
    const to = pg.escapeLiteral(target)
    // It answers with the log position where recovery starts, the table spaces, and the earliest position where it may end.
    const [start, , stop] = (await client.query(
      `BASE_BACKUP (LABEL 'promissory', CHECKPOINT 'fast', WAIT false, COMPRESSION 'gzip', COMPRESSION_DETAIL 'level=1',
      TARGET 'server', TARGET_DETAIL ${to})`,
    )) as unknown as pg.QueryResult<{ recptr: string }>[]
    const { rows } = await client.query<Pick<Base, 'first' | 'last' | 'segmentSize' | 'major'>>(
      `select pg_walfile_name('${start?.rows[0]?.recptr}') as first, pg_walfile_name('${stop?.rows[0]?.recptr}') as last,
        pg_size_bytes(current_setting('wal_segment_size'))::int as "segmentSize",
        current_setting('server_version_num')::int / 10000 as major`,
    )
    return rows[0] as (typeof rows)[0]
  } finally {
    signal.removeEventListener('abort', end)
    await client.end().catch(() => {})
  }
}

/** @returns the complete bases that the place's key opens, oldest first, and the number of others */
export async function listBases(place: BackupPlace): Promise<{ bases: Base[]; others: number }> {
  const bases: Base[] = []
  let others = 0
  for await (const { key: stored } of place.list(basesFolder)) {
    const { key, ending } = splitEnding(stored)
    if (!key.endsWith('.json')) continue
    if (ending !== place.ending) others++
    else bases.push(JSON.parse((await collect(decompressed(place.read(key)))).toString()))
  }
  return { bases, others }
}
