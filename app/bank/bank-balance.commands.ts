import { defineCommand, refusalsFrom } from '../../rules/commands/command.ts'
import { day, hidden, line } from '../../rules/commands/fields.ts'
import { commonMessages } from '../../rules/common-messages.ts'
import { noteRecordMessages } from '../notes/note-records.ts'
import { balanceWordsLength, bankMessages as messages } from './bank.ts'

/* The bank's balance beside the books. */

/** Characters of an amount, at most: more than the largest that is read has. */
const amountLength = 40

export const enterBankBalanceCommand = defineCommand({
  name: 'bank.enter_balance',
  by: 'administrator',
  fields: {
    day: day('Statement date'),
    balance: line('Balance per bank', { most: amountLength }, { BANK_BALANCE: messages.BANK_BALANCE }),
    other: line(
      'Other cash in this account',
      {
        most: amountLength,
        hint: 'What isn’t the notes’, such as 48,200.00. Below zero where money of the notes is elsewhere, such as in loans. 0 if none.',
      },
      { BANK_BALANCE_OTHER: messages.BANK_BALANCE_OTHER },
    ),
    words: line(
      'What the other cash is',
      {
        most: balanceWordsLength,
        optional: true,
        hint: 'Such as: operating reserve; loans to borrowers paid from this account.',
      },
      { BANK_BALANCE_WORDS: messages.BANK_BALANCE_WORDS },
    ),
  },
  refusals: refusalsFrom(noteRecordMessages, { NOTE_DAY_AHEAD: 'day' }),
  button: 'Save balance',
  busy: 'Saving…',
  notice: 'Balance saved',
  failed: commonMessages.REGISTER_FAILED,
  log: { 'bank.balance_entered': 'Entered the balance of a bank statement' },
})

export const explainBankDifferenceCommand = defineCommand({
  name: 'bank.explain_difference',
  by: 'administrator',
  about: 'statement',
  fields: {
    statement: hidden(),
    words: line(
      'Why there is a difference',
      {
        most: balanceWordsLength,
        hint: 'It holds for this amount: once the difference changes, it is unexplained again.',
      },
      { BANK_DIFFERENCE_WORDS: messages.BANK_DIFFERENCE_WORDS },
    ),
  },
  refusals: refusalsFrom(messages, { BANK_DIFFERENCE_NONE: null }),
  button: 'Save explanation',
  busy: 'Saving…',
  notice: 'Explanation saved',
  failed: commonMessages.REGISTER_FAILED,
  log: { 'bank.difference_explained': 'Explained a difference from the bank’s balance' },
})
