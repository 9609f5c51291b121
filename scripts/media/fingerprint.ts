import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { logo } from '../../content/logo.ts'

/**
 * @returns 16 hexadecimal digits that identify what a picture is drawn from, the same on every machine: a value, and the files
 *   of the fund's logo, which may change under the same name
 */
export function fingerprint(what: unknown): string {
  const hash = createHash('sha256').update(JSON.stringify(what))
  for (const address of logo ? [logo.day, logo.night, logo.icon] : []) {
    const file = fileURLToPath(new URL(`../../public${address}`, import.meta.url))
    if (address && existsSync(file)) hash.update(readFileSync(file))
  }
  return hash.digest('hex').slice(0, 16)
}
