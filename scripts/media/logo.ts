import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { publicFolder } from './tools.ts'

/** @param address of a file below public/ @returns its bytes */
export const readPublic = (address: string): Buffer => readFileSync(join(publicFolder, address))

/** @returns a picture as a data URL */
export function asData(address: string): string {
  const type = address.endsWith('.svg') ? 'svg+xml' : 'png'
  return `data:image/${type};base64,${readPublic(address).toString('base64')}`
}
