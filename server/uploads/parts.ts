import { uploadIdPattern } from './upload-id.ts'

/* What an upload has received, where it is kept in the store: parts, in their order. A part's name says which bytes it
 * has, and their SHA-256, so that no other bytes can be under the same name.
 */

export interface Part {
  name: string
  /** Position of its first byte in the file. */
  start: number
  /** Position behind its last byte. */
  end: number
  /** In hexadecimal. */
  sha256: string
}

export function nameOfPart({ start, end, sha256 }: Omit<Part, 'name'>): string {
  return `${start}-${end}-${sha256}`
}

/** @param names as in an upload's row */
export function partsOf(names: readonly string[]): Part[] {
  return names.map(name => {
    const [start, end, sha256 = ''] = name.split('-')
    return { name, start: Number(start), end: Number(end), sha256 }
  })
}

/** @returns how many bytes an upload's parts have together */
export function endOfParts(names: readonly string[]): number {
  return partsOf(names).at(-1)?.end ?? 0
}

/** @returns the key of a part in the store of parts */
export function keyOfPart(id: string, name: string): string {
  return `${id}.${name}`
}

/** @returns the id of the upload that a key belongs to */
export function idOfKey(key: string): string {
  return key.split('.')[0] ?? ''
}

export function isPartKey(key: string): boolean {
  return partKey.test(key)
}

const partKey = new RegExp(`^${uploadIdPattern}\\.\\d{1,15}-\\d{1,15}-[0-9a-f]{64}$`)
