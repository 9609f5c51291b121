import { type Day, formatDay } from '../../../rules/days.ts'
import { oneLine } from '../../../rules/text.ts'
import { PortalError } from '../../../server/platform/portal-error.ts'
import { assertPastDay } from '../../ledger/server/assert-day.ts'
import { closeReasonLength } from '../note-records.ts'

/**
 * Refuses an unusual day until it is confirmed by entering it again.
 * @param unusual sentences that say why
 */
export function assertUsualDay(day: string, unusual: readonly string[], confirmedDay: string | undefined): void {
  if (unusual.length === 0 || confirmedDay?.trim() === day) return
  const sentence = [...unusual, 'If the day is right, confirm it, and submit again.'].join(' ')
  throw new PortalError('NOTE_DAY_UNUSUAL', { sentence })
}

/** @returns the reason; @throws PortalError NOTE_REASON if missing or too long */
export function assertReason(typed: string): string {
  const reason = oneLine(typed)
  if (!reason || reason.length > closeReasonLength) throw new PortalError('NOTE_REASON')
  return reason
}

/**
 * @param typed day of a payment's return; empty if it wasn't returned
 * @param paidOn day of the payment
 */
export function assertReturn(typed: string | undefined, paidOn: Day): Day | undefined {
  if (!typed?.trim()) return undefined
  const returned = assertPastDay(typed)
  if (returned < paidOn) throw new PortalError('REVERSAL_BEFORE_PAYMENT')
  return returned
}

/** @returns a sentence for the approver about a return recorded with its payment */
export function cameBackInWords(returned: Day | undefined): string[] {
  return returned ? [`It came back on ${formatDay(returned)}: the payment and its return are both recorded.`] : []
}
