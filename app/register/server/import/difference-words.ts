import { formatDay } from '../../../../rules/days.ts'
import { formatCents } from '../../../../rules/money.ts'
import type { HistoryDifference } from './compare-history.ts'

const subjects = { interest: 'Interest', late: 'Interest after maturity,', principal: 'Principal' }

/** @returns a difference in a sentence, such as 'Interest due Jan 15, 2027: $1,833.30 was paid, $1,833.33 was due.' */
export function differenceInWords(difference: HistoryDifference): string {
  const { kind, what, due, expectedCents, paidCents } = difference
  const [payDate, paidOn] = [difference.payDate, difference.paidOn].map(day => day && formatDay(day))
  const subject = `${subjects[what]}${due ? ` due ${formatDay(due)}` : ''}`
  switch (kind) {
    case 'amount': {
      const [more, less] = [paidCents > expectedCents, expectedCents - paidCents]
      const off = more ? `${formatCents(-less)} too much` : `${formatCents(less)} short`
      return `${subject}: ${formatCents(paidCents)} was paid, ${formatCents(expectedCents)} was due (${off}).`
    }
    case 'date':
      return `${subject}: paid on ${paidOn}, to be paid on ${payDate}.`
    case 'missing':
      return `${subject}: ${formatCents(expectedCents)} was to be paid on ${payDate}, and the file has no payment.`
    case 'surplus':
      return `${subject}: ${formatCents(paidCents)} was paid on ${paidOn}, and nothing was due.`
  }
}
