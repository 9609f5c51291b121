import type { PageKeys } from './page-keys.ts'

/** How a PDF is divided into documents. */
export const splitModes = ['whole', 'pages', 'bookmarks', 'keys'] as const
export type SplitMode = (typeof splitModes)[number]

/** Pages of a file that become one document, from 1, both included. */
export interface Part {
  from: number
  to: number
  /** Of the bookmark that it begins with. */
  title: string
}

/** Where a bookmark leads: a page, from 1. */
export interface Bookmark {
  title: string
  page: number
}

export interface SplitBy {
  mode: SplitMode
  /** Of each document, for `pages`. */
  pages: number
}

/**
 * @param pages of one file
 * @param bookmarks of it, those of the first level
 * @returns its parts, which have each page once and in order
 */
export function split(pages: readonly PageKeys[], bookmarks: readonly Bookmark[], by: SplitBy): Part[] {
  if (pages.length === 0) return []
  switch (by.mode) {
    case 'whole':
      return [{ from: 1, to: pages.length, title: '' }]
    case 'pages':
      return partsAt(
        pages.map((_, n) => n + 1).filter(page => (page - 1) % by.pages === 0),
        pages.length,
      )
    case 'bookmarks':
      return byBookmarks(bookmarks, pages.length)
    case 'keys':
      return partsAt(splitAtKeys(pages), pages.length)
  }
}

/** @param starts the first page of each part, ascending */
function partsAt(starts: readonly number[], count: number): Part[] {
  return starts.map((from, n) => ({ from, to: (starts[n + 1] ?? count + 1) - 1, title: '' }))
}

/** What comes before the first bookmark is a part of its own. */
function byBookmarks(bookmarks: readonly Bookmark[], count: number): Part[] {
  const titles = new Map<number, string>()
  for (const { title, page } of bookmarks)
    if (page >= 1 && page <= count && !titles.has(page)) titles.set(page, title.trim())
  const starts = [...new Set([1, ...titles.keys()])].sort((one, other) => one - other)
  return partsAt(starts, count).map(part => ({ ...part, title: titles.get(part.from) ?? '' }))
}

/**
 * A page begins a new document where it says so ("Page 1 of 2"), or names another person than the pages before it; one that
 * names no one belongs to those before.
 */
function splitAtKeys(pages: readonly PageKeys[]): number[] {
  const isCommon = commonMarks(pages)
  const starts: number[] = []
  let current = noMarks
  pages.forEach((page, n) => {
    const marks = marksOf(page).map(each => new Set([...each].filter(mark => !isCommon.has(mark))))
    if (n === 0 || page.pageOf?.page === 1 || isAnother(current, marks)) {
      starts.push(n + 1)
      current = marks
    } else current = current.map((each, kind) => new Set([...each, ...(marks[kind] ?? [])]))
  })
  return starts
}

/** The keys that a page names: numbers of holders and of strangers; four digits; names; a number of no one. */
function marksOf({ strong, names, lastFours, unknownNumbers, unknownTins }: PageKeys): Set<string>[] {
  return [[...strong.flatMap(key => key.holders), ...unknownNumbers], lastFours, names.flat(), unknownTins].map(
    marks => new Set(marks),
  )
}
const noMarks: Set<string>[] = [new Set(), new Set(), new Set(), new Set()]

/** The surest kind of mark that both have decides. */
function isAnother(current: readonly Set<string>[], marks: readonly Set<string>[]): boolean {
  const kind = marks.findIndex((each, n) => each.size > 0 && (current[n]?.size ?? 0) > 0)
  return kind >= 0 && ![...(marks[kind] ?? [])].some(mark => current[kind]?.has(mark))
}

/** A text on more than half of the pages is the sender's, and identifies no holder. A holder's own number never is. */
function commonMarks(pages: readonly PageKeys[]): Set<string> {
  const counts = new Map<string, number>()
  for (const page of pages)
    for (const mark of new Set([...page.lastFours, ...page.names.flat(), ...page.unknownTins]))
      counts.set(mark, (counts.get(mark) ?? 0) + 1)
  const many = Math.max(pages.length / 2, fewPages)
  return new Set([...counts].filter(([, count]) => count > many).map(([mark]) => mark))
}

/** A text on at most so many pages isn't common. */
const fewPages = 4
