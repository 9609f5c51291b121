import { referenceLength } from '../../../../../rules/note-records.ts'
import { NoteField } from './note-field.tsx'

/** The reference that the bank gives a payment, filled in where a line of the bank's leads here. */
export function ReferenceField({ known }: { known?: string | undefined }) {
  return (
    <NoteField
      label="Bank reference"
      name="reference"
      maxLength={referenceLength}
      autoComplete="off"
      defaultValue={known}
      required
    />
  )
}
