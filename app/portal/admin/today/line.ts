import { grouped } from '../../../../rules/number.ts'

/** One line of Today: how much of what, whose, since when, and where it is done. */
export interface TodayLine {
  key: string
  /** An amount, or how many. */
  figure: string
  /** What it is of, such as 'delete requests'. */
  what: string
  /** Whose and which, in a few words. */
  which?: string | undefined
  /** Since when it waits, or the oldest of several. */
  since?: Date | undefined
  /** What to do about it, a verb with its object. */
  act: string
  to: string
  /** A second way, such as to the rest of several. */
  also?: { label: string; to: string }
  /** Something should have happened by now. */
  isLate?: boolean
}

/** @returns the first of several, and how many there are besides; undefined where none is named */
export function listed(names: readonly string[], total: number): string | undefined {
  const more = total - names.length
  if (names.length === 0) return undefined
  return more > 0 ? `${names.join(', ')} and ${grouped(more)} more` : names.join(', ')
}

/** @returns how many of something, as a line's figure and its noun */
export function counted(count: number, one: string, several = `${one}s`): { figure: string; what: string } {
  return { figure: grouped(count), what: count === 1 ? one : several }
}
