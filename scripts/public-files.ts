import { statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('../public', import.meta.url))

/** @param address of a file below public/, such as '/media/logo.svg' @returns its path on this machine */
export const publicPath = (address: string): string => join(folder, address)

/** @param address of a file below public/ @returns its size in bytes; undefined if it is missing or a folder */
export function publicSize(address: string): number | undefined {
  const found = statSync(publicPath(address), { throwIfNoEntry: false })
  return found?.isFile() ? found.size : undefined
}
