/** Windows keeps these for devices, whatever extension follows. */
const devices = /^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i

/**
 * @param part a name that a person has chosen: a file's, a fund's
 * @returns it as one part of a path that every system unpacks: no slash, no sign that Windows refuses, never empty
 */
export function safeName(part: string): string {
  const name = part
    .replaceAll(/[\p{Cc}<>:"/\\|?*]/gu, '_')
    .replace(/[. ]+$/, '')
    .replace(devices, '_$1')
  return /^\.*$/.test(name) ? '_' : name
}

/**
 * Gives files of one archive names of their own: the second of a name gets " (2)" before its extension. Capitals make
 * no difference, since they make none on most people's disks.
 * @returns a function that takes the next path and returns it as it is to be called
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
