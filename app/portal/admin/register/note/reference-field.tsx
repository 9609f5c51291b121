import { referenceLength } from '../../../../../rules/note-records.ts'
import { Field } from '../../../../ui/field.tsx'

/** The reference that the bank gives a payment. */
export function ReferenceField() {
  return <Field label="The bank’s reference" name="reference" maxLength={referenceLength} autoComplete="off" required />
}
