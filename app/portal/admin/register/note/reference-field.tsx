import { CommandField } from '../../../../commands/command-field.tsx'

/** The reference that the bank gives a payment, filled in where a line of the bank's leads here. */
export function ReferenceField({ known }: { known?: string | undefined }) {
  return <CommandField name="reference" defaultValue={known} />
}
