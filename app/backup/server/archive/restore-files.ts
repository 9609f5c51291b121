import type pg from 'pg'
import { StartError } from '../../../../server/platform/start-error.ts'
import type { Storage } from '../../../../server/storage/storage-port.ts'
import type { BackupPlace } from '../backup-place.ts'
import { type FileEntry, restoreFiles } from '../copy-files.ts'
import { forEachParallel } from '../streams.ts'

/** A document without its file in an archive. */
export interface LostFile extends FileEntry {
  /** The document's id and name. */
  id: string
  filename: string
}

const atOnce = 8

/**
 * Copies the files of a restored database's documents into a storage, checking each. Files still in the storage stay: a
 * network store may have survived.
 * @param owner a connection of the database's owner
 * @returns the number of documents with a file, and the documents with a file neither in the place nor in the storage
 */
export async function restoreArchivedFiles(
  owner: pg.Client,
  place: BackupPlace,
  storage: Storage,
): Promise<{ count: number; lost: LostFile[] }> {
  const { rows } = await owner.query<LostFile>(
    `select id, filename, file_path as path, file_size::float8 as size, sha256 from documents
    where file_path <> '' and check_state <> 'infected'`,
  )
  const lost: LostFile[] = []
  await forEachParallel(rows, atOnce, async file => {
    const there = await storage.head(file.path)
    if (there && there.size !== file.size) {
      throw new StartError(`The storage has another file as ${file.path}, and nothing is ever overwritten.`)
    }
    if (there) return
    try {
      await restoreFiles(single(file), place, storage)
    } catch (error) {
      if (!(error instanceof StartError)) throw error
      lost.push(file)
    }
  })
  return { count: rows.length, lost }
}

async function* single<T>(item: T): AsyncGenerator<T> {
  yield item
}
