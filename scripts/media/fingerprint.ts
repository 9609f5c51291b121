import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { publicPath, publicSize } from '../public-files.ts'

/**
 * @param what the inputs of a picture; `files` are addresses below public/, which may change under the same name
 * @returns 16 hexadecimal digits that identify them, the same on every machine
 */
export function fingerprint({ files = [], ...words }: { files?: readonly string[]; [word: string]: unknown }): string {
  const hash = createHash('sha256').update(JSON.stringify(words))
  for (const address of files) {
    // The check reports missing files.
    if (publicSize(address) !== undefined) hash.update(readFileSync(publicPath(address)))
  }
  return hash.digest('hex').slice(0, 16)
}
