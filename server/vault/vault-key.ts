import { randomBytes } from 'node:crypto'
import { link, open, readFile, rename, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { parseVaultKeys } from '../platform/config-readers.ts'
import { StartError } from '../platform/start-error.ts'

/**
 * Where VAULT_KEY isn't set, the file `vault-key` in the data folder holds the keys in the same form.
 * @returns the keys; undefined where there is no such file
 * @throws StartError for a file that can't be read or is damaged
 */
export async function readKeyFile(dataDir: string): Promise<Buffer[] | undefined> {
  const path = keyFilePath(dataDir)
  const text = await readFile(path, 'utf8').catch(error => {
    if (error.code === 'ENOENT') return undefined
    throw new StartError(`The key in ${path} cannot be read (${error.message}). Give this user access to it.`)
  })
  if (text === undefined) return undefined
  const keys = parseVaultKeys(text.trim())
  if (!keys) throw new StartError(`The key in ${path} is damaged. Restore it from a backup: the stored files need it.`)
  return keys
}

/** @returns the keys of the key file, which is created where it doesn't exist */
export async function createKeyFile(dataDir: string): Promise<Buffer[]> {
  await writeKeyFile(dataDir, [randomBytes(32)], { unlessExists: true })
  return (await readKeyFile(dataDir)) ?? []
}

/** Replaces the key file in one step. When this resolves, it survives a power failure. */
export async function writeKeyFile(
  dataDir: string,
  keys: readonly Buffer[],
  { unlessExists = false } = {},
): Promise<void> {
  const path = keyFilePath(dataDir)
  const temporary = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`
  await using file = await open(temporary, 'wx', 0o600)
  await file.writeFile(`${keys.map(key => key.toString('base64')).join(' ')}\n`)
  await file.sync()
  if (unlessExists) {
    // Unlike a rename, a link never replaces the file of a process that was faster.
    await link(temporary, path).catch(error => {
      if (error.code !== 'EEXIST') throw error
    })
    await unlink(temporary)
  } else await rename(temporary, path)
  await using folder = await open(dataDir, 'r')
  await folder.sync()
}

function keyFilePath(dataDir: string): string {
  return join(dataDir, 'vault-key')
}
