import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * @param what a picture is drawn from; `files` are addresses below public/, which may change under the same name
 * @returns 16 hexadecimal digits that identify it, the same on every machine
 */
export function fingerprint({ files = [], ...words }: { files?: readonly string[]; [word: string]: unknown }): string {
  const hash = createHash('sha256').update(JSON.stringify(words))
  for (const address of files) {
    const file = fileURLToPath(new URL(`../../public${address}`, import.meta.url))
    if (existsSync(file)) hash.update(readFileSync(file))
  }
  return hash.digest('hex').slice(0, 16)
}
