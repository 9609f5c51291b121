import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { syncFile, undefinedIfMissing } from '../../../server/storage/disk.ts'
import type { ArrivedBytes } from './bytes-port.ts'
import { receive } from './receive.ts'
import { isUploadId } from './upload-id.ts'

/**
 * Stores the bytes of unfinished uploads in a folder that all processes of the site share, one file each, named by the
 * upload's id.
 */
export async function openFolderBytes(folder: string): Promise<ArrivedBytes> {
  await mkdir(folder, { recursive: true, mode: 0o700 })

  const pathOf = (id: string) => {
    if (!isUploadId(id)) throw new TypeError('not the id of an upload')
    return join(folder, id)
  }
  const removeAll = (id: string) => rm(pathOf(id), { force: true })

  return {
    async create(id) {
      await (await open(pathOf(id), 'wx', 0o600)).close()
    },

    async size({ id }) {
      return (await undefinedIfMissing(stat(pathOf(id))))?.size
    },

    async append({ id, file_size: size }, bytes, { offset }) {
      await using file = await open(pathOf(id), 'r+')
      const { arrived, error } = await receive(bytes, file, offset)
      // A complete file is flushed when it is stored.
      if (arrived < size) await file.datasync()
      if (error) throw error
      return arrived
    },

    gather: async ({ id }) => pathOf(id),

    async flush(id) {
      await syncFile(pathOf(id))
      return true
    },

    remove: ({ id }) => removeAll(id),
    removeAll,
    listIds: () => readdir(folder),
  }
}
