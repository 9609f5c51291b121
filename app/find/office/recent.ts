import type { Entry } from './entry.ts'

const most = 5

/** An administrator's recent entries, newest first. Not stored, since they contain people's names. */
let recent: { of: string; entries: readonly Entry[] } = { of: '', entries: [] }

/** @param of the administrator's id */
export function recentOf(of: string): readonly Entry[] {
  return recent.of === of ? recent.entries : []
}

/** Remembers a visited entry. A remembered address retains the name under which it was found. */
export function remember(of: string, entry: Entry): void {
  const before = recentOf(of)
  const known = before.find(({ to }) => to === entry.to)
  recent = { of, entries: [known ?? entry, ...before.filter(each => each !== known)].slice(0, most) }
}
