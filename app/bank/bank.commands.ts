import { defineCommand, refusalsFrom } from '../../rules/commands/command.ts'
import { confirmation, type Field, file, hidden, pick, several } from '../../rules/commands/fields.ts'
import { commonMessages } from '../../rules/common-messages.ts'
import { approvalRefusals, ledgerRefusals, paymentRefusals } from '../../rules/shared-refusals.ts'
import { bankMessages as messages } from './bank.ts'
import { type BankChoice, readBankChoice } from './bank-choice.ts'

/* The bank's own lists, and what their lines are. */

const ofBank = { by: 'administrator', failed: commonMessages.REGISTER_FAILED } as const

export const addBankListCommand = defineCommand({
  ...ofBank,
  name: 'bank.add_list',
  fields: {
    file: file('CSV or OFX file', '.csv,.txt,.tsv,.ofx,.qfx,.qbo,text/csv,text/plain', {
      BANK_LIST_UNREADABLE: messages.BANK_LIST_UNREADABLE,
    }),
    order: pick('Days in this list'),
  },
  refusals: {
    ...refusalsFrom(commonMessages, { TABLE_NOT_TEXT: 'file' }),
    ...refusalsFrom(messages, {
      BANK_LIST_UNREADABLE: 'file',
      BANK_LIST_DAYS: 'file',
      BANK_LIST_ACCOUNTS: 'file',
      BANK_LIST_LONG: 'file',
      BANK_LIST_EMPTY: 'file',
    }),
  },
  button: 'Compare with the register',
  busy: 'Comparing…',
  notice: 'List added',
  log: { 'bank.list_added': 'Added a list of the bank’s' },
})

/** What lines are: one of the page's options for each, or none. */
const choices: Field<readonly BankChoice[], never> = {
  ...several('Match'),
  parse: typed =>
    [typed ?? []]
      .flat()
      .filter(Boolean)
      .map(choice => (typeof choice === 'string' ? readBankChoice(choice) : (choice as BankChoice))),
}

export const confirmBankLinesCommand = defineCommand({
  ...ofBank,
  name: 'bank.confirm_lines',
  shared: [
    ...paymentRefusals,
    ...ledgerRefusals,
    'BANK_LINE_CLEARED',
    'BANK_LINE_GONE',
    'BANK_LINE_SUM',
    ...approvalRefusals,
  ],
  fields: { choice: choices },
  refusals: refusalsFrom(messages, { BANK_NOTHING_CHOSEN: null, BANK_TOO_MANY_CHOSEN: null }),
  button: 'Submit selected matches',
  busy: 'Submitting…',
  notice: 'Submitted',
  log: {
    'bank.line_cleared': 'Found a line of the bank’s in the ledger',
    'bank.line_explained': 'Explained a bank line',
  },
})

export const reopenBankLineCommand = defineCommand({
  ...ofBank,
  name: 'bank.reopen_line',
  about: 'line',
  fields: {},
  refusals: {},
  button: 'Open again',
  busy: 'Opening…',
  notice: 'Open again',
  log: { 'bank.line_reopened': 'Opened a line of the bank’s again' },
})

export const attachBankPageCommand = defineCommand({
  ...ofBank,
  name: 'bank.attach_page',
  about: 'list',
  fields: {
    list: hidden(),
    document: {
      ...pick('Your document'),
      hint: 'Once attached, only administrators and approvers see it, and it’s kept. You can replace it until a payment has been decided with it.',
    },
  },
  refusals: refusalsFrom(messages, { BANK_PAGE: null, BANK_PAGE_LATE: null, BANK_PAGE_DECIDED: null }),
  button: 'Attach',
  busy: 'Attaching…',
  notice: 'Attached',
  log: { 'bank.page_attached': 'Attached the bank’s page to its list' },
})

export const removeBankListCommand = defineCommand({
  ...ofBank,
  name: 'bank.remove_list',
  about: 'list',
  fields: {
    list: hidden(),
    confirmed: confirmation('Remove this list', { BANK_LIST_CONFIRM: messages.BANK_LIST_CONFIRM }),
  },
  refusals: refusalsFrom(messages, { BANK_LIST_APPROVED: null, BANK_LIST_COMPARED: null, BANK_LIST_KNOWN: null }),
  button: 'Remove list',
  busy: 'Removing…',
  notice: 'List removed',
  log: { 'bank.list_removed': 'Removed a list of the bank’s' },
})
