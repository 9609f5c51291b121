import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { tarEnd, tarHeader, tarPadding } from './tar.ts'

/** Folders whose contents belong to the running server, or are in the archive already (`pg_wal`). */
const emptied = [
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
]

/** Files that a restored server makes itself. */
const left = /^(postmaster\.(pid|opts)|backup_(label|manifest)(\.old)?|tablespace_map|current_logfiles(\.tmp)?)$/
const temporary = /(^|\/)(pgsql_tmp[^/]*|pg_internal\.init[^/]*)(\/|$)/
/** What says where recovery begins; read when everything else has been (as pg_basebackup does). */
const controlFile = 'global/pg_control'
const chunkSize = 1024 * 1024

/**
 * Reads a running database's files as a tar, between `pg_backup_start` and `pg_backup_stop`. They change meanwhile: the
 * log tells recovery how to make them consistent.
 * @param cluster the database's folder
 * @param stop ends the backup, and returns the contents of its `backup_label`
 */
export async function* baseFiles(cluster: string, stop: () => Promise<string>): AsyncGenerator<Buffer> {
  const paths = await pathsIn(cluster)
  for (const path of paths.folders) yield tarHeader({ path, isFolder: true, size: 0 })
  for (const path of [...paths.files, controlFile]) yield* fileEntry(cluster, path)
  const label = Buffer.from(await stop())
  yield tarHeader({ path: 'backup_label', isFolder: false, size: label.length })
  yield label
  yield tarPadding(label.length)
  yield tarEnd
}

async function pathsIn(cluster: string): Promise<{ folders: string[]; files: string[] }> {
  const folders: string[] = []
  const files: string[] = []
  const walk = async (folder: string) => {
    // A table may be dropped meanwhile.
    const entries = await readdir(join(cluster, folder), { withFileTypes: true }).catch(emptyIfMissing)
    for (const entry of entries) {
      const path = folder ? `${folder}/${entry.name}` : entry.name
      if (temporary.test(path) || left.test(path) || path === controlFile) continue
      if (entry.isSymbolicLink()) throw new Error(`a base backup can't contain the link ${path}`)
      if (entry.isFile()) files.push(path)
      if (!entry.isDirectory()) continue
      folders.push(path)
      if (!emptied.includes(path)) await walk(path)
    }
  }
  await walk('')
  return { folders, files }
}

/** A file with the size it has now. What is cut off meanwhile is replaced by zeros: the log tells what happened to it. */
async function* fileEntry(cluster: string, path: string): AsyncGenerator<Buffer> {
  const file = await open(join(cluster, path), 'r').catch(undefinedIfMissing)
  if (!file) return
  try {
    const { size } = await file.stat()
    yield tarHeader({ path, isFolder: false, size })
    for (let at = 0; at < size; ) {
      const chunk = Buffer.alloc(Math.min(chunkSize, size - at))
      const { bytesRead } = await file.read(chunk, 0, chunk.length, at)
      yield bytesRead === 0 ? chunk : chunk.subarray(0, bytesRead)
      at += bytesRead || chunk.length
    }
    yield tarPadding(size)
  } finally {
    await file.close()
  }
}

function undefinedIfMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

function emptyIfMissing(error: NodeJS.ErrnoException): [] {
  if (error.code !== 'ENOENT') throw error
  return []
}
