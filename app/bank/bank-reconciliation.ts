/** Reconciles the bank's balance with the books, in accountants' layout. */

import { type Day, formatDay } from '../../rules/days.ts'
import type { Cents } from '../../rules/money.ts'
import type { BankExplanation } from './bank.ts'

/** An entered bank statement. */
export interface BankBalance {
  id: string
  day: Day
  balance: Cents
  /** The part of it unrelated to notes. */
  other: Cents
  otherWords: string
  by: string
  at: Date
  /** The explained amount of the difference. */
  explained: { cents: Cents; words: string; by: string; at: Date } | null
}

/** Legitimate reasons for a difference between bank and books on a day. */
export type ReconcilingKind = 'transit' | 'outstanding' | 'open' | 'later' | 'mistake'

/** An item that only one of the two has; positive for money in, negative for money out. */
export interface ReconcilingItem {
  kind: ReconcilingKind
  key: string
  day: Day
  cents: Cents
  /** The note, if the ledger has the item. */
  note: { id: string | null; number: string; holder: string } | null
  /** The bank's own words, or its reference in the ledger. */
  words: string
}

/** Bank lines between two statements. Cents. */
export interface BankPeriod {
  /** The previous statement. */
  since: BankBalance
  /** Lines that clear ledger entries. */
  notes: Cents
  /** Lines unrelated to notes, by explanation. */
  explained: Record<BankExplanation, Cents>
  /** Unresolved lines. */
  open: Cents
  /** Change of the balance without a line. */
  missing: Cents
  /** Other cash, by the previous statement and the lines since. */
  otherByLines: Cents
}

/** The bank's balance beside account 1010 at the end of a day, each adjusted by items that only the other has. Cents. */
export interface BankReconciliation {
  statement: BankBalance
  items: ReconcilingItem[]
  /** Sums of items. */
  sums: Record<ReconcilingKind, Cents>
  /** The balance, with items the bank hasn't shown and without those the ledger lacks. */
  adjustedBank: Cents
  /** Account 1010, as in the trial balance. */
  books: Cents
  adjustedBooks: Cents
  difference: Cents
  /** Whether the explained difference is the same. */
  isExplained: boolean
  period: BankPeriod | null
  /** The last day of all lists; null without any. */
  listedTo: Day | null
}

/** A line of a bank reconciliation: a figure, or an item below its figure. */
export interface ReconciliationLine {
  key: string
  what: string
  /** Cents, with the sign it has in its figure. */
  cents: Cents
  role: 'balance' | 'adjustment' | 'item' | 'total'
  item: ReconcilingItem | null
}

const adjustments: Record<ReconcilingKind, string> = {
  transit: 'Deposits in transit: recorded, not at the bank yet',
  outstanding: 'Outstanding payments: recorded, not at the bank yet',
  open: 'Bank lines that aren’t in the ledger',
  later: 'About this day or before, booked later',
  mistake: 'Recorded by mistake, corrected later',
}

/**
 * @returns the reconciliation in accountants' layout: the bank's balance, its adjustments, the books', their
 * adjustments, and the difference
 */
export function toReconciliationLines(reconciliation: BankReconciliation): ReconciliationLine[] {
  const { statement, adjustedBank, books, adjustedBooks, difference } = reconciliation
  const day = formatDay(statement.day)
  const figure = (what: string, cents: Cents, role: ReconciliationLine['role']) => ({
    ...{ key: what, what, cents, role, item: null },
  })
  const adjusted = (kind: ReconcilingKind, sign: 1n | -1n): ReconciliationLine[] => [
    figure(adjustments[kind], sign * reconciliation.sums[kind], 'adjustment'),
    ...reconciliation.items
      .filter(item => item.kind === kind)
      .map(item => ({
        ...{ key: `${kind} ${item.key}`, what: item.words, cents: sign * item.cents, role: 'item' as const, item },
      })),
  ]
  const other = ['Other cash in this account', statement.otherWords].filter(Boolean).join(': ')
  return [
    figure(`Balance per bank, ${day}`, statement.balance, 'balance'),
    ...adjusted('transit', 1n),
    ...adjusted('outstanding', 1n),
    ...adjusted('open', -1n),
    figure(other, -statement.other, 'adjustment'),
    figure('Notes’ cash by the bank', adjustedBank, 'total'),
    figure(`Balance per books, account 1010, ${day}`, books, 'balance'),
    ...adjusted('later', 1n),
    ...adjusted('mistake', -1n),
    figure('Notes’ cash by the books', adjustedBooks, 'total'),
    figure('Difference', difference, 'total'),
  ]
}
