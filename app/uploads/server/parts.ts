import { uploadIdPattern } from './upload-id.ts'

/*
 * Parts of an upload in the store, in order. A part's name contains its byte range and SHA-256, so that one name can't
 * have different bytes.
 */

export interface Part {
  name: string
  /** Position of its first byte in the file. */
  start: number
  /** Position after its last byte. */
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

/** @returns total number of bytes in an upload's parts */
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
