import { amount, day, line } from '../../rules/commands/fields.ts'
import { closeReasonLength, noteRecordMessages as messages, referenceLength } from './note-records.ts'

/* Common parts of commands about notes. */

/** An administrator's command about a note. */
export const aboutNote = {
  by: 'administrator',
  about: 'note',
  failed: 'We couldn’t record this. Nothing has changed, and what you typed is still here. Try again in a moment.',
} as const

/** `aboutNote` where nothing happens until a second person approves. */
export const submitted = {
  ...aboutNote,
  takesTwo: true,
  busy: 'Submitting…',
  notice: 'Submitted for approval by a second person.',
} as const

const noteReason = { NOTE_REASON: messages.NOTE_REASON }
export const reason = line('Reason', { most: closeReasonLength }, noteReason)
/** A reason requested only after the command was refused without one. */
export function reasonIfRequired<const Label extends string>(label: Label, hint: string) {
  return line(label, { most: closeReasonLength, optional: true, hint }, noteReason)
}

const noteReference = { NOTE_REFERENCE: messages.NOTE_REFERENCE }
export const bankReference = line('Bank reference', { most: referenceLength }, noteReference)
export const supportingDocument = line('Supporting document', { most: referenceLength }, noteReference)

/** Tax withheld of a payment. */
export const withheld = amount('Tax withheld', { optional: true })

/** Return of a payment that may have been made again since. */
export const cameBackIfSo = day('Came back on (only if it did)', { optional: true })
