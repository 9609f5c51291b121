import { defineCommand, refusalsFrom } from '../../rules/commands/command.ts'
import { amount, choice, day, hidden, line, pick } from '../../rules/commands/fields.ts'
import { wireFeeMost } from '../../rules/limits.ts'
import { ledgerRefusals, registerRefusals, saleRefusals, termsRefusals } from '../../rules/shared-refusals.ts'
import { accreditationMessages } from '../accreditation/messages.ts'
import { holderMessages } from '../holders/holders.ts'
import {
  bankReference,
  cameBackIfSo,
  reason,
  reasonIfRequired,
  submitted,
  supportingDocument,
  withheld,
} from './note-fields.ts'
import {
  cureReasons,
  noteRecordMessages as messages,
  reversalReasons,
  transferReasons,
  transferReversalReasons,
} from './note-records.ts'

/* The office's commands about a running note: payments, renewal and the like. */

/** A late record or a reversal books later payments again. A payment may be recorded together with its return. */
const rebooked = ['payment', 'principal', 'payment_returned', 'restated'] as const

const changed = refusalsFrom(messages, { NOTE_STATE: null, PAYMENT_CHANGED: null })
const held = refusalsFrom(messages, { TAX_PAYMENT_HELD: null })
const taxed = refusalsFrom(messages, { TAX_WITHHELD_OVER: 'withheld', TAX_WITHHELD_UNUSUAL: 'withheld' })
const returnBefore = refusalsFrom(messages, { REVERSAL_BEFORE_PAYMENT: 'returned' })
const dated = refusalsFrom(messages, { NOTE_DAY_AHEAD: 'day', TRANSFER_DAY: 'day', LATER_PAYMENT: 'day' })

export const recordPaymentCommand = defineCommand({
  ...submitted,
  name: 'payment.record',
  books: rebooked,
  shared: [...ledgerRefusals, 'BANK_LINE_CLEARED', 'NOTE_TRANSFERRED', 'PAYMENT_WAITS'],
  fields: {
    day: day('Paid on'),
    amount: amount('Amount'),
    confirmedDay: hidden(),
    withheld,
    confirmedWithheld: hidden(),
    fee: amount(
      'Wire fee',
      { optional: true, most: wireFeeMost, hint: 'What your bank charged on top, if anything. It’s only noted.' },
      { WIRE_FEE_OVER: messages.WIRE_FEE_OVER },
    ),
    reference: bankReference,
    returned: cameBackIfSo,
  },
  refusals: {
    ...changed,
    ...held,
    ...taxed,
    ...dated,
    ...returnBefore,
    ...refusalsFrom(messages, {
      NOTE_DAY_UNUSUAL: 'day',
      PAYMENT_BEFORE_ISSUE: 'day',
      PAYMENT_NOTHING_DUE: 'day',
      NOTE_TRANSFERRED: null,
      PAYMENT_OVER: 'amount',
      PAYMENT_TWICE: 'reference',
    }),
  },
  button: 'Submit payment for approval',
  log: { 'payment.recorded': 'Confirmed a payment' },
})

export const recordPayoffCommand = defineCommand({
  ...submitted,
  name: 'note.payoff',
  books: rebooked,
  shared: [...ledgerRefusals, 'NOTE_TRANSFERRED'],
  fields: {
    day: day('Paid on'),
    withheld,
    confirmedWithheld: hidden(),
    reference: bankReference,
    reason,
    returned: cameBackIfSo,
  },
  refusals: {
    ...changed,
    ...held,
    ...taxed,
    ...dated,
    ...returnBefore,
    ...refusalsFrom(messages, {
      PAYOFF_BEFORE_ISSUE: 'day',
      PAYOFF_NOTHING_OWED: 'day',
      PAYOFF_AHEAD: 'day',
      PAYOFF_AHEAD_BEFORE_TRANSFER: 'day',
      PAYOFF_CLOSED: 'day',
    }),
  },
  button: 'Submit payoff for approval',
  log: { 'note.paid_off': 'Confirmed that a note was paid off' },
})

export const repayPartCommand = defineCommand({
  ...submitted,
  name: 'note.repay',
  books: rebooked,
  shared: [...ledgerRefusals, 'NOTE_TRANSFERRED', 'TAX_WITHHELD_OVER'],
  fields: {
    due: pick('Due date'),
    amount: amount('Principal repaid'),
    reference: bankReference,
    returned: cameBackIfSo,
  },
  refusals: {
    ...changed,
    ...held,
    ...returnBefore,
    ...refusalsFrom(messages, {
      NOTE_DAY_AHEAD: 'due',
      TRANSFER_DAY: 'due',
      LATER_PAYMENT: 'due',
      REPAYMENT_DAY: 'due',
      REPAYMENT_PAID_AHEAD: 'due',
      REPAYMENT_AMOUNT: 'amount',
    }),
  },
  button: 'Submit repayment for approval',
  log: { 'note.part_repaid': 'Confirmed that part of a note was repaid' },
})

/** A payment that came back, or was recorded by mistake. */
export const reversePaymentCommand = defineCommand({
  ...submitted,
  name: 'ledger.reverse',
  books: [...rebooked, 'reversal'],
  shared: [...ledgerRefusals, 'TAX_WITHHELD_OVER'],
  about: 'entry',
  fields: {
    entry: pick('Payment'),
    why: choice('Why', reversalReasons, { NOTE_REASON: messages.NOTE_REASON }),
    day: day('Came back on', { optional: true }),
  },
  refusals: {
    ...changed,
    ...refusalsFrom(messages, {
      NOTE_DAY_AHEAD: 'day',
      REVERSAL_BEFORE_PAYMENT: 'day',
      LATER_PAYMENT: null,
      NOTE_TRANSFERRED: null,
      LEDGER_NOT_REVERSIBLE: null,
      LEDGER_REVERSED: null,
      LEDGER_REVERSAL: null,
    }),
  },
  button: 'Submit reversal for approval',
  log: { 'payment.reversed': 'Confirmed the reversal of a payment' },
})

export const transferNoteCommand = defineCommand({
  ...submitted,
  name: 'note.transfer',
  books: ['transfer', 'restated'],
  shared: [...ledgerRefusals, ...saleRefusals, 'NOTE_HOLDER_REQUIRED', 'NOTE_SALE_STATE'],
  fields: {
    holder: line('Number of the other holder', { most: 100 }, { HOLDER_GONE: holderMessages.HOLDER_GONE }),
    day: day('From'),
    reason: choice('Why', transferReasons, { NOTE_REASON: messages.NOTE_REASON }),
    paper: supportingDocument,
    late: reasonIfRequired(
      'Why it moved before the verification',
      'The person who approves it reads it, and it stays in the log.',
    ),
  },
  refusals: {
    ...changed,
    ...refusalsFrom(messages, {
      NOTE_DAY_AHEAD: 'day',
      TRANSFER_DAY: 'day',
      TRANSFER_VERIFIED_LATE: 'late',
      TRANSFER_SAME: 'holder',
      TRANSFER_BUYER: 'holder',
      TRANSFER_NOTHING: null,
    }),
  },
  button: 'Submit transfer for approval',
  log: { 'note.transferred': 'Confirmed the transfer of a note' },
})

export const reverseTransferCommand = defineCommand({
  ...submitted,
  name: 'note.untransfer',
  books: [...rebooked, 'reversal'],
  shared: [...ledgerRefusals, 'RENEWAL_CONTINUED', 'RENEWAL_PAID_ON'],
  fields: { why: choice('Why', transferReversalReasons, { NOTE_REASON: messages.NOTE_REASON }), reason },
  refusals: { ...changed, ...refusalsFrom(messages, { TRANSFER_PAID_ON: null, TRANSFER_CONTINUED: null }) },
  button: 'Submit reversal of the transfer for approval',
  log: { 'note.transfer_reversed': 'Confirmed the reversal of a note’s transfer' },
})

export const renewNoteCommand = defineCommand({
  ...submitted,
  name: 'note.renew',
  books: ['renewal'],
  shared: [
    ...ledgerRefusals,
    ...saleRefusals,
    ...registerRefusals,
    'NOTE_HOLDER_REQUIRED',
    'NOTE_SALE_STATE',
    ...termsRefusals,
  ],
  fields: {},
  refusals: {
    ...changed,
    ...refusalsFrom(messages, {
      RENEWAL_NOT_ELECTED: null,
      RENEWAL_LATE_CHOICE: null,
      RENEWAL_REST_UNPAID: null,
      ELECTION_SMALL: null,
    }),
    ...refusalsFrom(accreditationMessages, { NOT_ACCREDITED: null }),
  },
  button: 'Submit renewal for approval',
  log: { 'note.renewed': 'Confirmed the renewal of a note' },
})

export const reverseRenewalCommand = defineCommand({
  ...submitted,
  name: 'note.unrenew',
  books: ['reversal'],
  shared: [...ledgerRefusals, 'TRANSFER_CONTINUED', 'TRANSFER_PAID_ON'],
  fields: { reason },
  refusals: {
    ...changed,
    ...refusalsFrom(messages, { RENEWAL_PAID_ON: null, RENEWAL_CONTINUED: null, RENEWAL_PAPER: null }),
  },
  button: 'Submit reversal of the renewal for approval',
  log: { 'note.renewal_reversed': 'Confirmed the reversal of a note’s renewal' },
})

export const acceptLateElectionCommand = defineCommand({
  ...submitted,
  name: 'election.accept',
  shared: ['NOTE_STATE'],
  about: 'election',
  fields: { election: hidden() },
  refusals: refusalsFrom(messages, { ELECTION_GONE: null }),
  button: 'Submit late choice for approval',
  log: { 'note.election_accepted': 'Accepted a late choice about a note' },
})

export const declareDefaultCommand = defineCommand({
  ...submitted,
  name: 'note.default',
  fields: { day: day('Since', { optional: true }), reason },
  refusals: {
    ...changed,
    ...refusalsFrom(messages, { NOTE_DAY_AHEAD: 'day', DEFAULT_NOT_LATE: null, DEFAULT_SMALL: null }),
  },
  button: 'Submit default for approval',
  log: { 'note.defaulted': 'Confirmed a default on a note' },
})

export const cureDefaultCommand = defineCommand({
  ...submitted,
  name: 'note.cure',
  fields: {
    why: choice('Why', cureReasons, { NOTE_REASON: messages.NOTE_REASON }),
    day: day('Since', { optional: true }),
    reason,
  },
  refusals: { ...changed, ...refusalsFrom(messages, { NOTE_DAY_AHEAD: 'day', CURE_STILL_DUE: null }) },
  button: 'Submit end of default for approval',
  log: { 'note.cured': 'Confirmed the end of a default' },
})
