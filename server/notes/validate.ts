import { closeReasonLength, referenceLength } from '../../rules/note-records.ts'
import { oneLine } from '../../rules/text.ts'
import { PortalError } from '../platform/portal-error.ts'

/** @returns a payment's reference; @throws PortalError NOTE_REFERENCE for none, or a long one */
export function assertReference(typed: string): string {
  const reference = oneLine(typed)
  if (!reference || reference.length > referenceLength) throw new PortalError('NOTE_REFERENCE')
  return reference
}

/** @returns why something is done; @throws PortalError NOTE_REASON for nothing, or too much */
export function assertReason(typed: string): string {
  const reason = oneLine(typed)
  if (!reason || reason.length > closeReasonLength) throw new PortalError('NOTE_REASON')
  return reason
}
