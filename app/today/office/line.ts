import { grouped } from '../../../rules/number.ts'
import type { Some } from '../../lists/server/first-rows.ts'

/** One line of Today: an amount or a count, its noun, and the page that handles it. */
export interface TodayLine {
  key: string
  /** An amount, or how many. */
  figure: string
  /** The noun, such as 'Delete requests'. */
  what: string
  /** The holders or documents concerned, in a few words. */
  which?: string | undefined
  /** When it began, or the oldest of several did; undefined where that was today, or the text says it. */
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

/** Pending work of one kind, in words. */
interface Waiting<Row> extends Pick<TodayLine, 'key' | 'since' | 'act' | 'to'> {
  nouns: [one: string, several?: string]
  /** What one of them is called. */
  nameOf: (row: Row) => string
}

/** @returns the line for pending work of one kind; none where there is nothing */
export function pendingLine<Row>({ total, first }: Some<Row>, { nouns, nameOf, ...line }: Waiting<Row>): TodayLine[] {
  if (total === 0) return []
  return [{ ...line, ...counted(total, ...nouns), which: listed(first.map(nameOf), total) }]
}

/** @returns how many of something, as a line's figure and its noun */
export function counted(count: number, one: string, several = `${one}s`): { figure: string; what: string } {
  return { figure: grouped(count), what: capitalized(count === 1 ? one : several) }
}

/** @returns words that begin a line */
export const capitalized = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)
