/** The bank's balance beside the books: what of it is what, and how accountants write it. */
import type { BankExplanation } from './bank.ts'
import { type Day, formatDay } from './notes/days.ts'
import type { Cents } from './notes/money.ts'

/** A statement of the bank's, as somebody entered it. */
export interface BankBalance {
  id: string
  day: Day
  balance: Cents
  /** What of it isn't the notes'. */
  other: Cents
  otherWords: string
  by: string
  at: Date
  /** Why there is a difference of an amount. */
  explained: { cents: Cents; words: string; by: string; at: Date } | null
}

/** Why the balances of bank and books differ on a day, though nothing is wrong. */
export type ReconcilingKind = 'transit' | 'outstanding' | 'open' | 'later' | 'mistake'

/** Something that one of the two has and the other hasn't; what came in, below zero what went out. */
export interface ReconcilingItem {
  kind: ReconcilingKind
  key: string
  day: Day
  cents: Cents
  /** The note, where the ledger has it. */
  note: { id: string | null; number: string; holder: string } | null
  /** The bank's own words, or its reference in the ledger. */
  words: string
}

/** What the bank's lines say between two statements. Cents. */
export interface BankPeriod {
  /** The statement before. */
  since: BankBalance
  /** Lines that the ledger's entries are cleared by. */
  notes: Cents
  /** Lines that aren't about a note, by what they are. */
  explained: Record<BankExplanation, Cents>
  /** Lines of which nothing is known yet. */
  open: Cents
  /** What the balance changed by and no line says. */
  missing: Cents
  /** The other cash by that of the statement before and the lines since. */
  otherByLines: Cents
}

/** The bank's balance beside account 1010 at the end of a day: each is adjusted by what only the other one has. Cents. */
export interface BankReconciliation {
  statement: BankBalance
  items: ReconcilingItem[]
  /** Sums of items. */
  sums: Record<ReconcilingKind, Cents>
  /** The balance, with what the bank hasn't shown and without what the ledger hasn't. */
  adjustedBank: Cents
  /** Account 1010, as the trial balance has it. */
  books: Cents
  adjustedBooks: Cents
  difference: Cents
  /** Whether the difference is the one that was explained. */
  isExplained: boolean
  period: BankPeriod | null
  /** The last day of all lists; null before there is any. */
  listedTo: Day | null
}

/** A line of a bank reconciliation: a figure, or an item below the figure that it is part of. */
export interface ReconciliationLine {
  key: string
  what: string
  /** Cents, with the sign with which the figure above or below counts it. */
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

/** @returns the reconciliation as accountants write it: the bank's balance, what adjusts it, the books', what adjusts them, and what differs */
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
