import type { Dirent } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { undefinedIfMissing } from './disk.ts'
import type { StoredFile } from './storage-port.ts'

interface Bounds {
  /** Only keys behind this one. */
  after: string
  /** Only keys that start so. */
  prefix: string
}

/**
 * Walks through the files below a folder by key, ascending. Reads only folders that can contain such a key, and leaves
 * out names that start with a dot. What is stored or deleted meanwhile may be found or not.
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

/** With the slash that sorts a folder among files as its keys are sorted: `a.txt` is before `a/b.txt`. */
function nameInKey(entry: Dirent): string {
  return entry.isDirectory() ? `${entry.name}/` : entry.name
}
