/** Bulk delivery in words: its states, why something isn't matched, and its errors. */

import { countOf, grouped } from '../../rules/number.ts'
import { batchBytes, batchFiles, batchItems, batchPages, reasonLength } from './limits.ts'
import type { Doubt, KeyKind } from './match.ts'
import type { SplitMode } from './split.ts'

/** The states of a batch, in words. */
export const batchStates = {
  uploaded: 'Uploaded',
  matching: 'Being read',
  review: 'In review',
  approved: 'Being released',
  released: 'Released',
  recalled: 'Recalled',
  discarded: 'Discarded',
} as const
export type BatchState = keyof typeof batchStates

/** The states of a document of a batch, in words. */
export const itemStates = {
  matched: 'Matched',
  ambiguous: 'Not sure',
  unmatched: 'No match',
  conflict: 'Conflict',
  excluded: 'Left out',
} as const
export type ItemState = keyof typeof itemStates

/** The states of a document that still is pending. */
export const openItemStates = ['ambiguous', 'unmatched', 'conflict'] as const satisfies ItemState[]

/** Which documents of a batch are listed. */
export const batchFilters = ['all', 'open', 'byHand', 'excluded', 'unopened'] as const
export type BatchFilter = (typeof batchFilters)[number]

export const splitWords: Record<SplitMode, string> = {
  whole: 'Each file is one document',
  pages: 'Every few pages',
  bookmarks: 'At each bookmark',
  keys: 'Where the name or number changes',
}

/** By what a holder was found, in words: "Matched by …". */
export const keyWords: Record<KeyKind, string> = {
  tin: 'full tax number',
  note: 'note number',
  holder: 'holder number',
  name: 'exact name',
  zip: 'ZIP code',
  last_four: 'last four digits of the tax number',
  file_name: 'file name',
}

/** Why a document isn't matched by itself. */
export const doubtWords: Record<Doubt, string> = {
  keys_of_several:
    'These pages have numbers of more than one holder, so they can’t be sent as one document. Split the file differently, or leave this out.',
  no_key: 'Nothing on these pages identifies a holder.',
  one_weak_key: 'Only one thing points to a holder, such as a name alone.',
  several_fit: 'More than one holder fits.',
  namesake: 'Another holder has nearly the same name, and nothing distinguishes them.',
  twice:
    'Another document in this batch has the same name and ZIP code, and neither has a number: they may be two people’s.',
  contradiction: 'Something on these pages, or in the file’s name, points to another holder.',
  other_name: 'Another holder’s name is on a page without theirs.',
  unknown_number: 'A holder number or tax number here isn’t on our register.',
  picture: 'A page is a picture, so its text can’t be searched.',
  damaged: 'A page can’t be read.',
  attachment: 'Other files are inside this one, and they aren’t searched.',
  duplicate: 'This holder already has this document.',
  first_page: 'The first page has no name: a page may be missing, or one too many.',
  page_of_nobody: 'A page has no name, so it may be another document’s.',
  page_numbers: 'The page numbers don’t follow each other.',
  nobody_authorized: 'No one is authorized for this holder.',
}

/** Remarks for the reviewer about a matched document. */
export const remarkWords = {
  filed_already: 'This holder already has this document.',
  filed_before: 'This holder already has a document of this category for this period.',
  two_for_one: 'Another document in this batch goes to the same holder.',
} as const
export type Remark = keyof typeof remarkWords

/** Why a document is opened before the release is approved. */
export const drawnWords = {
  by_hand: 'matched by hand',
  first: 'the first',
  last: 'the last',
  lot: 'random sample',
} as const
export type Drawn = keyof typeof drawnWords

/** Why a file can't be delivered at all; the others of its batch can. */
export const fileProblems = {
  encrypted: 'It’s encrypted. Print it to a new PDF without a password, and add that.',
  unreadable: 'It can’t be read as a PDF.',
  not_pdf: 'Only PDFs can be delivered in bulk.',
  damaged: 'It’s damaged: the pages that could be read are below.',
  many_pages: `With this file the batch has more than ${grouped(batchPages)} pages.`,
  not_divided: 'Its pages can’t be taken apart. Print it to a new PDF, and add that.',
  missing: 'The file is missing on our side, or damaged.',
} as const
export type FileProblem = keyof typeof fileProblems

/** @returns such as '300 documents matched automatically, 4 by hand, 2 left out' */
export function figuresInWords({ automatic, byHand, excluded }: Record<'automatic' | 'byHand' | 'excluded', number>) {
  return [
    `${countOf(automatic, 'document')} matched automatically`,
    ...(byHand > 0 ? [`${countOf(byHand, 'document')} by hand`] : []),
    ...(excluded > 0 ? [`${countOf(excluded, 'document')} left out`] : []),
  ].join(', ')
}

/** Errors by code. */
export const bulkMessages = {
  LOAD_BATCHES_FAILED: 'We couldn’t load the bulk deliveries. Please try again.',
  BULK_FAILED: 'That didn’t work, and nothing has changed. Please try again.',
  BULK_EMPTY: 'Choose at least one PDF.',
  BULK_LARGE: `One batch takes up to ${batchFiles} files, ${grouped(batchPages)} pages and ${batchBytes / 1024 ** 2} MB in all. Divide it into several.`,
  BULK_FILE_GONE: 'One of the files is no longer on our side. Remove it and add it again.',
  BULK_SPLIT: 'Choose how the files are divided, and into how many pages each.',
  BULK_MANY_ITEMS: `This would be more than ${grouped(batchItems)} documents. Split it differently.`,
  BULK_STATE: 'This batch has changed since the page was loaded. Review it again.',
  BULK_CONFLICT:
    'A number of another holder is on these pages, so they can’t be sent to this one. Split the file differently, or leave this out.',
  BULK_HOLDER: 'Choose a holder on the register with an authorized person.',
  BULK_DAMAGED: 'A page of this document can’t be read, so it can’t be sent. Leave it out.',
  BULK_REASON: `Say why, in at most ${reasonLength} characters.`,
  BULK_OPEN_ITEMS:
    'Some documents still need you: match them by hand, or leave them out. Then send the batch for approval.',
  BULK_NOTHING: 'There is nothing to release: every document is left out.',
  BULK_STALE: 'The register has changed since these files were read. Match them again, review them, and submit again.',
  BULK_UNOPENED: 'First review the documents selected for you, and those matched by hand. Then approve.',
  BULK_NO_ROOM: 'A recipient has no room left for more documents.',
  BULK_RECALLED: 'This has been recalled already.',
} as const
