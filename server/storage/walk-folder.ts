import type { Dirent } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { undefinedIfMissing } from './disk.ts'
import type { StoredFile } from './storage-port.ts'

interface Bounds {
  /** Only keys after this one. */
  after: string
  /** Only keys with this prefix. */
  prefix: string
}

/**
 * Lists the files below a folder by key, ascending. Reads only folders that can contain matching keys, and omits names
 * that start with a dot. Files stored or deleted meanwhile may or may not be listed.
 * @param root absolute path
 */
export function walkFolder(root: string, bounds: Bounds): AsyncGenerator<StoredFile, void, void> {
  return walk(root, '', bounds)
}

async function* walk(root: string, folder: string, bounds: Bounds): AsyncGenerator<StoredFile, void, void> {
  const { after, prefix } = bounds
  const entries = (await undefinedIfMissing(readdir(join(root, folder), { withFileTypes: true }))) ?? []
  const names = entries
    .filter(({ name }) => !name.startsWith('.'))
    .map(entry => folder + nameInKey(entry))
    .sort((one, other) => (one < other ? -1 : 1))
  for (const name of names) {
    if (name.endsWith('/')) {
      const isBehind = name > after || after.startsWith(name)
      if (isBehind && (name.startsWith(prefix) || prefix.startsWith(name))) yield* walk(root, name, bounds)
    } else if (name > after && name.startsWith(prefix)) {
      const found = await undefinedIfMissing(stat(join(root, name)))
      if (found) yield { key: name, size: found.size, modified: found.mtime }
    }
  }
}

/** A folder sorts by its name with a slash, as in keys: `a.txt` is before `a/b.txt`. */
function nameInKey(entry: Dirent): string {
  return entry.isDirectory() ? `${entry.name}/` : entry.name
}
