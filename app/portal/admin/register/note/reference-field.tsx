import { referenceLength } from '../../../../../rules/note-records.ts'
import { NoteField } from './note-field.tsx'

/** The reference that the bank gives a payment. */
export function ReferenceField() {
  return <NoteField label="Bank reference" name="reference" maxLength={referenceLength} autoComplete="off" required />
}
