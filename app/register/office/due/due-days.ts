import type { DuePayment } from '../../server/due-list.ts'

/** The payments of a pay day, as the list's heading has them. */
export interface DueDay {
  /** Those to record, those pending approval, and those recorded. */
  open: number
  requested: number
  recorded: number
  /** The unpaid amount of the payments to record, in cents. */
  cents: bigint
}

/** @returns a payment's key among the rows, which its checkbox sends */
export const keyOf = ({ noteId, n }: Pick<DuePayment, 'noteId' | 'n'>) => `${noteId}:${n}`

/** @returns all that is left to pay of a payment today, in cents */
export const leftOf = ({ interestLeft, principalLeft, late }: DuePayment) => interestLeft + principalLeft + late

/** Without payments pending approval: their approver types their sum, which no page may show before. */
export const isOpen = ({ state }: Pick<DuePayment, 'state'>) => state !== 'paid' && state !== 'asked'

/** @returns what payments add up to, by their pay day */
export function dueDays(payments: readonly DuePayment[]): Record<string, DueDay> {
  const days = [...Map.groupBy(payments, ({ payDate }) => payDate)].map(([day, all]) => {
    const open = all.filter(isOpen)
    const requested = all.filter(({ state }) => state === 'asked').length
    const cents = open.reduce((sum, payment) => sum + leftOf(payment), 0n)
    return [day, { open: open.length, requested, recorded: all.length - open.length - requested, cents }] as const
  })
  return Object.fromEntries(days)
}
