import { disableReasonLength } from '../../../../rules/limits.ts'
import { TextField } from '../../../ui/field.tsx'
import type { Refusal } from '../../refusal.ts'

/** Where only one person would decide afterward: why that is enough. Nothing before the server has said so. */
export function AloneField({ error }: { error: Refusal | undefined }) {
  if (error?.code !== 'LAST_DECIDER') return null
  return (
    <TextField
      label="Why one person is enough"
      hint="It’s kept in the log, and told to everyone who decides and to the fund’s office."
      name="alone"
      rows={3}
      maxLength={disableReasonLength}
      required
      data-autofocus
    />
  )
}
