import { chown, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { databaseUser } from '../../platform/data-folder.ts'

/**
 * The folder into which PostgreSQL puts finished segments of its log (`archive_command` in tuning.ts), for as long as it
 * is there: only a site that archives them makes it.
 */
export const archiveFolder = (dataDir: string) => join(dataDir, 'archive')

export async function createArchiveFolder(dataDir: string): Promise<string> {
  const folder = archiveFolder(dataDir)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const user = databaseUser(dataDir)
  if (user) await chown(folder, user.uid, user.gid)
  return folder
}
