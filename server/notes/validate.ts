import { closeReasonLength, referenceLength } from '../../rules/note-records.ts'
import { type Day, formatDay } from '../../rules/notes/days.ts'
import { oneLine } from '../../rules/text.ts'
import { assertPastDay } from '../ledger/assert-day.ts'
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

/**
 * @param typed the day on which a payment came back; nothing where it didn't
 * @param paidOn the day on which it was made
 * @throws PortalError NOTE_DAY_INVALID, NOTE_DAY_AHEAD, REVERSAL_BEFORE_PAYMENT
 */
export function assertReturn(typed: string | undefined, paidOn: Day): Day | undefined {
  if (!typed?.trim()) return undefined
  const returned = assertPastDay(typed)
  if (returned < paidOn) throw new PortalError('REVERSAL_BEFORE_PAYMENT')
  return returned
}

/** @returns what an approver is told of the return of a payment that is recorded with it */
export function cameBackInWords(returned: Day | undefined): string[] {
  return returned ? [`It came back on ${formatDay(returned)}: the payment and its return are both recorded.`] : []
}
