import type { Entry } from './entry.ts'

/** How many are remembered. */
const most = 5

/** Where an administrator was last, the newest first. Only for this page's life, as these are people's names. */
let recent: { of: string; entries: readonly Entry[] } = { of: '', entries: [] }

/** @param of the administrator's id */
export function recentOf(of: string): readonly Entry[] {
  return recent.of === of ? recent.entries : []
}

/** Remembers that somebody went to an entry. One whose address is remembered keeps the name under which it was found. */
export function remember(of: string, entry: Entry): void {
  const before = recentOf(of)
  const known = before.find(({ to }) => to === entry.to)
  recent = { of, entries: [known ?? entry, ...before.filter(each => each !== known)].slice(0, most) }
}
