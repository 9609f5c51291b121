/** Notes in the register: labels of ledger entries, elections, and messages. */

import { wireFeeMost } from '../../rules/limits.ts'
import { formatCents } from '../../rules/money.ts'
import type { LedgerAccount } from '../ledger/ledger-accounts.ts'
import { electionMessages } from './election-messages.ts'

/** Descriptions of the ledger's entries. */
export const ledgerKinds = {
  funds: 'Funds received',
  interest_due: 'Interest due',
  payment: 'Interest paid',
  payment_returned: 'Payment returned',
  principal: 'Principal paid',
  renewal: 'Renewed',
  transfer: 'Transferred',
  tax_deposit: 'Tax deposited',
  reversal: 'Reversed',
  restated: 'Booked again',
} as const
export type LedgerKind = keyof typeof ledgerKinds

/** An entry's line, as amounts in cents; one of the two is 0. */
export interface LedgerLine {
  account: LedgerAccount
  debit: bigint
  credit: bigint
}

/** A holder's choices at maturity. */
export const electionChoices = {
  withdraw: 'Pay it out',
  renew: 'Renew all of it',
  renew_part: 'Renew part of it and pay out the rest',
  other_term: 'Renew all of it for another term',
} as const
export type ElectionChoice = keyof typeof electionChoices

/** Reasons of a transfer. */
export const transferReasons = {
  sale: 'Sale',
  death: 'Death',
  divorce: 'Divorce',
  trust: 'Into or out of a trust',
} as const
export type TransferReason = keyof typeof transferReasons

/** @returns whether a transfer resells a restricted security: the new holder then makes a buyer's representations */
export function isResale(reason: TransferReason): boolean {
  return reason !== 'death' && reason !== 'divorce'
}

/** Reasons of a payment's reversal. */
export const reversalReasons = {
  returned: 'The payment came back',
  mistake: 'It was recorded by mistake',
  again: 'It was made, and has to be recorded again after something earlier',
} as const
export type ReversalReason = keyof typeof reversalReasons

/** Reasons for the end of a default. */
export const cureReasons = {
  paid: 'Everything that was late has been paid',
  mistake: 'The default was declared by mistake',
} as const
export type CureReason = keyof typeof cureReasons

/** Reasons of a transfer's reversal. */
export const transferReversalReasons = {
  mistake: 'It was recorded by mistake',
  again: 'It happened, and has to be recorded again after something earlier',
} as const
export type TransferReversalReason = keyof typeof transferReversalReasons

/** Most characters. */
export const offeringLength = 200
export const referenceLength = 200
export const earlyRedemptionLength = 2000
export const payeeLength = 200
export const closeReasonLength = 500

/** Errors by code. */
export const noteRecordMessages = {
  ...electionMessages,
  TERMS_NOT_READ: 'Read the terms back and check this box before saving the draft.',
  TAX_PAYMENT_HELD:
    'The form on file for this holder is a W-8: its payments are held until the tax adviser has decided about withholding and Form 1042-S (content/tax.ts).',
  TAX_WITHHELD_OVER: 'Tax is withheld from interest, and this is more than the interest of the payment.',
  TAX_WITHHELD_UNUSUAL:
    'This isn’t what the law asks to be withheld. If it’s what happened, confirm it, and submit again.',
  NOTE_HOLDER_REQUIRED: 'Choose the note’s holder.',
  NOTE_OFFERING_REQUIRED: 'Enter the offering, in at most 200 characters.',
  NOTE_SALE_STATE: 'A sale needs a state. Choose the state of the sale, or enter the holder’s own.',
  NOTE_TEXT_LONG: 'This text is too long.',
  NOTE_AMOUNT_INVALID: 'Enter an amount in dollars and whole cents, such as 200,000 or 1,833.33.',
  NOTE_DAY_INVALID: 'Enter a day that exists, between 2000 and 2100.',
  NOTE_DAY_AHEAD: 'This day is in the future. Record it once it has happened.',
  NOTE_DAY_UNUSUAL: 'This day is far from the one expected. If it’s right, confirm it, and submit again.',
  NOTE_STATE: 'This note has changed since you opened the page. Review it again.',
  NOTE_NOT_DRAFT: 'This note has been signed. Its terms can’t be changed anymore.',
  NOTE_SIGNATURES: 'This note is missing a required signature.',
  NOTE_SIGNATURE_BEFORE:
    'This takes the place of a signature that was recorded before. Say why: a second person has to agree.',
  NOTE_SIGNATURE_ASKED: 'Another signature of this note is pending approval. Have that decided first.',
  NOTE_SIGNER: 'Only the holder’s authorized people can sign its note.',
  NOTE_PAPER: 'Only documents of the note’s holder are filed with it. File it under the holder first.',
  NOTE_FUNDS_DIFFER:
    'The funds aren’t the note’s principal exactly. They’re held, without interest, until the whole amount has arrived.',
  NOTE_ORIGINATOR: 'Enter the name that the funds came from.',
  HOLDER_BLOCKED:
    'We have information that contradicts this holder’s accreditation. Two people can clear it under Accreditation, or you can cancel the note.',
  NOTE_ORIGINATOR_DIFFERS:
    'These funds didn’t come from the holder’s own account. Find out who owns the money, and enter your findings.',
  NOTE_PERSONAL_ACCOUNT:
    'This note belongs to a retirement account, and these funds came from a personal account. Find out why with the custodian, and enter your findings.',
  NOTE_RETIREMENT_ACCOUNT:
    'These funds came from a retirement account, and this note belongs to a person. Find out why with the custodian, and enter your findings.',
  NOTE_LOAN_MEMO: 'The reference mentions a loan. Find out who owns the money, and enter your findings.',
  NOTE_FUNDED_BEFORE_VERIFIED:
    'The holder was verified as accredited only after this money arrived, or after the note was signed. Say why; the second person reads it.',
  NOTE_FINDING_LONG: 'Enter your findings in at most 500 characters.',
  NOTE_REFERENCE: 'Enter the reference of this payment, in at most 200 characters.',
  NOTE_REASON: 'Enter the reason, in at most 500 characters.',
  PAYMENT_NOTHING_DUE:
    'Nothing is due on this note by that day. If an earlier payment came back, record that first. Ahead of its day only the whole interest that falls due next is paid.',
  PAYOFF_CLOSED: 'Banks are closed on that day. Enter the business day on which the note was paid off.',
  PAYOFF_NOTHING_OWED: 'Nothing is owed on this note on that day. Enter the day on which the rest was paid.',
  PAYOFF_AHEAD:
    'Interest that falls due later is recorded as paid ahead of its day. Reverse that payment first, to record it again, or record this on or after its due date.',
  PAYOFF_AHEAD_BEFORE_TRANSFER:
    'Interest that falls due later was paid ahead, to the holder before. This note can be paid off once its due date has come.',
  PAYMENT_OVER:
    'The amount is more than what is due on this note by that day. If an earlier payment came back, record that first.',
  PAYMENT_TWICE: 'This payment has been recorded already: same note, day, amount and reference.',
  WIRE_FEE_OVER: `Enter a wire fee of at most ${formatCents(wireFeeMost)}. What the bank charges otherwise isn’t part of this payment.`,
  PAYMENT_CHANGED: 'This note has changed since this was submitted. Reject it and submit it again.',
  PAYMENT_BEFORE_ISSUE: 'A payment can’t be before the note’s issue date.',
  PAYOFF_BEFORE_ISSUE: 'A note can be paid off from the day after its issue date. Enter that day, or a later one.',
  LATER_PAYMENT:
    'A payment of a later day that is recorded wouldn’t be what was due then. Where what you record came back, record it together with its return. Otherwise reverse that payment first, to record it again afterward.',
  NOTE_TRANSFERRED:
    'This note has moved to another holder since, by what had been paid until then. Reverse the transfer first, under Other steps, to record it again; then make this change, and transfer the note again.',
  REPAYMENT_DAY:
    'Part of the principal is repaid as of a due date that has come, before maturity, and once the principal that was due by then is paid.',
  REPAYMENT_PAID_AHEAD:
    'Interest that falls due after this repayment is recorded as paid ahead of its day, on the whole principal. Reverse that payment first, to record it again.',
  REPAYMENT_AMOUNT: 'Enter less than the principal that is owed. To repay all of it, record a payoff.',
  REVERSAL_BEFORE_PAYMENT: 'A payment can’t be reversed before the day it was made. Enter that day, or a later one.',
  FIRST_PAYMENT_STANDS: 'With money of that day, the first payment is possible as it was signed.',
  FUNDING_PAID_ON: 'Something was paid on this note. Reverse its payments first, to record them again.',
  FUNDING_CONTINUES: 'This note continues another one, so it has no funds of its own to reverse.',
  LEDGER_NOT_REVERSIBLE: 'Only payments can be reversed.',
  LEDGER_REVERSED: 'This entry has been reversed already.',
  LEDGER_REVERSAL: 'A reversal can’t be reversed. Record the payment again instead.',
  LEDGER_PERIOD_CLOSED: 'Statements of that period have been released. Nothing can be dated into it anymore.',
  LEDGER_REFUSED: 'The ledger refused this entry, because it doesn’t add up. Nothing was recorded.',
  TRANSFER_NOTHING:
    'This note’s principal has been paid, so there is nothing to transfer. What is still due stays with its holder.',
  TRANSFER_DAY: 'The note isn’t its holder’s yet on that day. Enter a later one.',
  TRANSFER_PAID_ON:
    'Something was paid on the note that continues this one. Reverse its payments first, to record them again.',
  TRANSFER_CONTINUED: 'The note that continues this one has gone on since, so this transfer can’t be reversed.',
  RENEWAL_PAID_ON:
    'Something was paid on the note that continues this one. Reverse its payments first, to record them again.',
  RENEWAL_CONTINUED: 'The note that continues this one has gone on since. Reverse that first.',
  RENEWAL_PAPER:
    'A document is filed with the note that continues this one. Where it says that the note was renewed, it was. Otherwise take it out first.',
  TRANSFER_SAME: 'Choose a different holder.',
  TRANSFER_BUYER:
    'But for a death or a divorce, a transfer is a resale. The other holder has to be verified as accredited for this amount first, and to sign there that the note is for its own account and not for resale.',
  TRANSFER_VERIFIED_LATE:
    'The other holder was verified as accredited only after that day. Say why the note moved before: the second person reads it.',
  DEFAULT_NOT_LATE: 'Nothing on this note is late beyond the grace period.',
  DEFAULT_SMALL: 'What is late is less than the fund declares a default for. Pay it instead.',
  CURE_STILL_DUE: 'A payment on this note is still late. Record it first.',
  RENEWAL_NOT_ELECTED: 'This note’s holder hasn’t chosen to renew it.',
  RENEWAL_LATE_CHOICE:
    'After the deadline this note’s holder chose otherwise. Submit that choice for approval first: once it is approved or rejected, it’s clear what counts.',
  RENEWAL_REST_UNPAID: 'Part of the principal is to be paid out. Record that payment first.',
} as const
