/**
 * @param filename of a file, as someone named it
 * @param known addresses of the register, in lower case
 * @returns the known addresses in the name; of one within a longer one, such as `jane@…` in `mary-jane@…`, the longer
 */
export function emailsIn(filename: string, known: Iterable<string>): string[] {
  const name = filename.toLowerCase()
  if (!name.includes('@')) return []
  const found = [...known].filter(email => standsIn(name, email))
  return found.filter(email => !found.some(other => other !== email && other.includes(email)))
}

function standsIn(name: string, email: string): boolean {
  for (let at = name.indexOf(email); at >= 0; at = name.indexOf(email, at + 1)) {
    const before = name[at - 1] ?? ' '
    const after = name.slice(at + email.length)
    // What may be part of a longer address belongs to it; a file's extension doesn't.
    if (!/[a-z0-9.+%-]/.test(before) && !/^[a-z0-9-]|^\.(?!pdf$)[a-z]/.test(after)) return true
  }
  return false
}
