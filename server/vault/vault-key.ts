import { randomBytes } from 'node:crypto'
import { open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { StartError } from '../platform/start-error.ts'

/** How a VAULT_KEY is made, for messages. */
export const howToCreate = 'Create one with `openssl rand -base64 32`'

/**
 * @param text the setting VAULT_KEY: one or several keys, separated by spaces, each 32 bytes in base64
 * @returns the keys, of which the first wraps new keys; undefined where one of them isn't such a key
 */
export function parseVaultKeys(text: string): Buffer[] | undefined {
  const keys = text.split(/\s+/).map(each => {
    const isBase64 = /^[A-Za-z0-9+/_-]{43}=?$/.test(each)
    return isBase64 ? Buffer.from(each, 'base64') : undefined
  })
  return keys.every(key => key?.length === 32) ? (keys as Buffer[]) : undefined
}

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

/** Replaces the key file in one step. When this resolves, it survives a power failure. */
export async function writeKeyFile(dataDir: string, keys: readonly Buffer[]): Promise<void> {
  const path = keyFilePath(dataDir)
  const temporary = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`
  await using file = await open(temporary, 'wx', 0o600)
  await file.writeFile(`${keys.map(key => key.toString('base64')).join(' ')}\n`)
  await file.sync()
  await rename(temporary, path)
  await using folder = await open(dataDir, 'r')
  await folder.sync()
}

function keyFilePath(dataDir: string): string {
  return join(dataDir, 'vault-key')
}
