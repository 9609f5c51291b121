import { closeReasonLength, referenceLength } from '../../rules/note-records.ts'
import { oneLine } from '../../rules/text.ts'
import { PortalError } from '../platform/portal-error.ts'

/** @returns a payment's reference; @throws PortalError NOTE_REFERENCE for none, or a long one */
export function assertReference(typed: string): string {
  const reference = oneLine(typed)
  if (!reference || reference.length > referenceLength) throw new PortalError('NOTE_REFERENCE')
  return reference
}

/**
 * Stops what is recorded for an unusual day until the person who records it has confirmed that very day.
 * @param unusual what is unusual about it: a sentence each
 * @throws PortalError NOTE_DAY_UNUSUAL
 */
export function assertUsualDay(day: string, unusual: readonly string[], confirmedDay: string | undefined): void {
  if (unusual.length === 0 || confirmedDay?.trim() === day) return
  const sentence = [...unusual, 'If the day is right, confirm it, and submit again.'].join(' ')
  throw new PortalError('NOTE_DAY_UNUSUAL', { sentence })
}

/** @returns why something is done; @throws PortalError NOTE_REASON for nothing, or too much */
export function assertReason(typed: string): string {
  const reason = oneLine(typed)
  if (!reason || reason.length > closeReasonLength) throw new PortalError('NOTE_REASON')
  return reason
}
