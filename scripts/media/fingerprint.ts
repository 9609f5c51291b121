import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { publicPath, publicSize } from '../public-files.ts'

/**
 * @param what a picture is drawn from; `files` are addresses below public/, which may change under the same name
 * @returns 16 hexadecimal digits that identify it, the same on every machine
 */
export function fingerprint({ files = [], ...words }: { files?: readonly string[]; [word: string]: unknown }): string {
  const hash = createHash('sha256').update(JSON.stringify(words))
  for (const address of files) {
    // The check says what is missing.
    if (publicSize(address) !== undefined) hash.update(readFileSync(publicPath(address)))
  }
  return hash.digest('hex').slice(0, 16)
}
