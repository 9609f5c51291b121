/** Explanation of a bank line without a ledger entry. */
export const bankExplanations = {
  fee: 'A bank fee',
  interest: 'Interest from the bank',
  own_transfer: 'A transfer between the fund’s own accounts',
  other: 'Something else, not about a note',
} as const
export type BankExplanation = keyof typeof bankExplanations

const bankFee =
  /\b(?:service|maintenance|monthly|analysis|overdraft|wire|ach|stop payment|bank|account)\b[^,;]{0,30}\b(?:fees?|charges?)\b/i
const isReturned = /\b(?:return|returned|reversal|reversed|rebate|refund)\b/i

/**
 * @param cents positive for money in, negative for money out
 * @returns the likely explanation by the line's text: a bank fee, or interest on the account
 */
export function soundsLike(text: string, cents: bigint): BankExplanation | undefined {
  if (isReturned.test(text)) return undefined
  if (cents < 0n) return bankFee.test(text) && !/\bmanagement\b/i.test(text) ? 'fee' : undefined
  return /\binterest\b/i.test(text) ? 'interest' : undefined
}

/** The first number of a day such as 03/04/2026. */
export const dayOrders = ['month', 'day'] as const
export type DayOrder = (typeof dayOrders)[number]

/** Most lines confirmed at once. */
export const mostBankLines = 500

/** Most characters of an explanation of a balance. */
export const balanceWordsLength = 500

/** Bank statements offered. */
export const balancesShown = 60

/** Errors by code. */
export const bankMessages = {
  BANK_LIST_UNREADABLE: 'This list has no columns for a date, an amount and a description.',
  BANK_LIST_DAYS: 'A day of this list could be two days. Say which comes first, then add the list again.',
  BANK_LIST_ACCOUNTS: 'This file has more than one account. Download each account’s transactions alone.',
  BANK_LIST_LONG: 'This list is too long. Split it into parts of at most 5,000 lines.',
  BANK_LIST_EMPTY: 'This list has no line with a day and an amount.',
  BANK_NOTHING_CHOSEN: 'Select a match for at least one line.',
  BANK_TOO_MANY_CHOSEN: 'Submit at most 500 lines at once. Leave the others open for now.',
  BANK_LINE_GONE: 'This line has already been submitted.',
  BANK_LINE_SUM: 'The selected match no longer adds up to the line’s amount. Load the page again.',
  BANK_LINE_CLEARED: 'The bank’s line of this payment already clears something else.',
  BANK_PAGE: 'Attach a PDF or a picture that you’ve uploaded yourself.',
  BANK_PAGE_DECIDED: 'A payment of this list has been decided, so the page that was there then stays.',
  BANK_PAGE_LATE: 'Every payment of this list has been decided, so a page would no longer be compared with them.',
  BANK_LIST_APPROVED:
    'A payment of this list has been approved, so it stays. Reverse a payment that was recorded wrongly.',
  BANK_LIST_COMPARED: 'A payment of this list has been decided with its page in sight, so both stay.',
  BANK_LIST_KNOWN: 'A list that was added later has lines of these days, too. Remove that one first.',
  BANK_LIST_CONFIRM: 'Check the box to remove this list.',
  BANK_BALANCE: 'Enter the balance of the bank’s statement, such as 1,250,000.00, or −500.00 where it is overdrawn.',
  BANK_BALANCE_OTHER:
    'Enter what of the balance isn’t the notes’, such as 48,200.00, −48,200.00 where money of the notes is elsewhere, or 0.',
  BANK_BALANCE_WORDS: 'Say what the other cash is, in at most 500 characters.',
  BANK_DIFFERENCE_NONE: 'There is no difference to explain.',
  BANK_DIFFERENCE_WORDS: 'Explain the difference, in at most 500 characters.',
  PAYMENT_WAITS: 'A payment of the same interest is pending approval. Submit this line once that’s decided.',
} as const
