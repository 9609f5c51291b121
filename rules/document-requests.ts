/** Documents that the fund asks a person for, for form and server. */
import { requestNameLength, requestNoteLength } from './document-request-limits.ts'
import { manyLines, oneLine } from './text.ts'

/** Messages of the catalogue (`messages.ts`) about such requests, shared by form and server. */
export const documentRequestMessages = {
  REQUEST_NAME_REQUIRED: 'Enter which document you need.',
  REQUEST_NAME_LONG: 'This name is too long. Enter at most 200 characters.',
  REQUEST_NOTE_LONG: 'This note is too long. Enter at most 1,000 characters.',
  REQUEST_DAY_INVALID: 'Enter a day from today on, or leave this empty.',
} as const

/** What of everyone's requests the administrators' list shows. */
export const requestFilters = ['open', 'received', 'withdrawn'] as const
export type RequestFilter = (typeof requestFilters)[number]

interface Read {
  name: string
  note: string | null
  /** YYYY-MM-DD */
  due_on: string | null
  problems: Partial<Record<'name' | 'note' | 'due_on', keyof typeof documentRequestMessages>>
}

/**
 * @param typed what the document is called, a note with it, and the day by which it is needed (YYYY-MM-DD)
 * @param now in milliseconds since 1970
 * @returns the values for the database, and the problem of each field that has one
 */
export function readDocumentRequest(typed: { name: string; note?: string; dueOn?: string }, now = Date.now()): Read {
  const name = oneLine(typed.name)
  const note = manyLines(typed.note) || null
  const due_on = typed.dueOn?.trim() || null
  const problems: Read['problems'] = {}
  if (!name) problems.name = 'REQUEST_NAME_REQUIRED'
  else if ([...name].length > requestNameLength) problems.name = 'REQUEST_NAME_LONG'
  if (note && [...note].length > requestNoteLength) problems.note = 'REQUEST_NOTE_LONG'
  if (due_on && !isDayFromTodayOn(due_on, now)) problems.due_on = 'REQUEST_DAY_INVALID'
  return { name, note, due_on, problems }
}

const day = 24 * 3600 * 1000

/** Somewhere it may still be yesterday. */
function isDayFromTodayOn(text: string, now: number): boolean {
  const time = /^20\d\d-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  return new Date(time || 0).toISOString().startsWith(text) && time > now - 2 * day
}
