import { defineCommand, refusalsFrom } from '../../rules/commands/command.ts'
import { amount, day, hidden, line, pick } from '../../rules/commands/fields.ts'
import { ledgerRefusals } from '../../rules/shared-refusals.ts'
import { reason } from '../notes/note-fields.ts'
import { noteRecordMessages, referenceLength } from '../notes/note-records.ts'
import { taxMessages as messages } from './messages.ts'
import { submittedAboutTaxes } from './office-command.ts'

/* Deposits of tax that was withheld, with the IRS. */

export const recordDepositCommand = defineCommand({
  ...submittedAboutTaxes,
  name: 'tax.deposit',
  books: ['tax_deposit'],
  shared: [...ledgerRefusals, 'TAX_DEPOSIT_GONE'],
  fields: {
    year: hidden(),
    day: day('Deposited on'),
    amount: amount('Amount'),
    /** The amount once more, in cents, where it is more than what is left to deposit. */
    confirmedAmount: hidden(),
    reference: line(
      'EFT number',
      { most: referenceLength, hint: 'The number that EFTPS gives the payment.' },
      { NOTE_REFERENCE: noteRecordMessages.NOTE_REFERENCE },
    ),
  },
  refusals: {
    ...refusalsFrom(noteRecordMessages, { NOTE_DAY_AHEAD: 'day' }),
    ...refusalsFrom(messages, {
      TAX_DEPOSIT_YEAR: 'day',
      TAX_DEPOSIT_OVER: 'amount',
      TAX_DEPOSIT_TWICE: 'reference',
      TAX_DEPOSIT_CHANGED: null,
    }),
  },
  button: 'Submit deposit for approval',
  log: { 'tax.deposited': 'Recorded a deposit of tax with the IRS' },
})

/** A deposit that was recorded by mistake. */
export const reverseDepositCommand = defineCommand({
  ...submittedAboutTaxes,
  name: 'tax.deposit_reverse',
  books: ['reversal'],
  shared: ledgerRefusals,
  about: 'entry',
  fields: { entry: pick('Deposit'), reason },
  refusals: refusalsFrom(messages, { TAX_DEPOSIT_GONE: null }),
  button: 'Submit reversal for approval',
  log: { 'tax.deposit_reversed': 'Reversed a deposit of tax' },
})
