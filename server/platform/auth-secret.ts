import { randomBytes } from 'node:crypto'
import { link, open, readFile, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { createDataDir } from './data-folder.ts'
import { StartError } from './start-error.ts'

/**
 * Reads the secret in `auth-secret` in the data folder, or creates it: 256 random bits in base64url, readable only by
 * their owner. Processes that start together get the same one, and once returned it survives a crash.
 * @throws StartError if the file can't be read or created, or is damaged
 */
export async function readOrCreateAuthSecret(dataDir: string): Promise<string> {
  const path = join(dataDir, 'auth-secret')
  try {
    createDataDir(dataDir)
    const secret = (await readSecret(path)) ?? (await createSecret(dataDir, path))
    if (secret.length >= 32) return secret
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new StartError(
      `The secret in DATA_DIR cannot be read or created (${why}). Give this user write access to ${dataDir}.`,
    )
  }
  throw new StartError(
    `The secret in ${path} is damaged (shorter than 32 characters). Restore it from a backup, or delete it; everyone then has to sign in again.`,
  )
}

async function readSecret(path: string): Promise<string | undefined> {
  try {
    return (await readFile(path, 'utf8')).trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

async function createSecret(dataDir: string, path: string): Promise<string> {
  const temporary = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`
  const file = await open(temporary, 'wx', 0o600)
  try {
    await file.writeFile(`${randomBytes(32).toString('base64url')}\n`)
    await file.sync()
    // Unlike a rename, a link never replaces the file of a faster process.
    await link(temporary, path).catch(error => {
      if (error.code !== 'EEXIST') throw error
    })
  } finally {
    await file.close()
    await unlink(temporary)
  }
  const folder = await open(dataDir, 'r')
  await folder.sync().finally(() => folder.close())
  return (await readFile(path, 'utf8')).trim()
}
