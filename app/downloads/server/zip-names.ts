/** Windows reserves these names for devices, with any extension. */
const devices = /^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i

/**
 * @param part name of a file or fund, chosen by a person
 * @returns the name as a path segment that every system can unpack: no slash, no character that Windows forbids, never
 * empty
 */
export function safeName(part: string): string {
  const name = part
    .replaceAll(/[\p{Cc}<>:"/\\|?*]/gu, '_')
    .replace(/[. ]+$/, '')
    .replace(devices, '_$1')
  return /^\.*$/.test(name) ? '_' : name
}

/**
 * Makes the names in an archive unique: a repeated name gets " (2)" before its extension. Names that differ only in
 * case count as the same, as on most people's disks.
 * @returns a function from the next path to its unique name
 */
export function uniqueNames(): (path: string) => string {
  const taken = new Set<string>()
  const next = new Map<string, number>()
  return path => {
    const key = path.toLowerCase()
    let name = path
    if (taken.has(key)) {
      const [, stem = path, extension = ''] = /^(.*[^/])(\.[^./]+)$/s.exec(path) ?? []
      let number = next.get(key) ?? 2
      do name = `${stem} (${number++})${extension}`
      while (taken.has(name.toLowerCase()))
      next.set(key, number)
    }
    taken.add(name.toLowerCase())
    return name
  }
}
