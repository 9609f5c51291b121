import { defineCommand, refusalsFrom } from '../../rules/commands/command.ts'
import { choice, day, hidden, line, lines, pick, several } from '../../rules/commands/fields.ts'
import { chosenRefusals } from '../../rules/shared-refusals.ts'
import { holderMessages } from '../holders/holders.ts'
import { correctionReasonLength, filingReasonLength, printReasons, receiptLength } from './form-1099-int.ts'
import { taxMessages as messages } from './messages.ts'
import { aboutTaxes, submittedAboutTaxes } from './office-command.ts'

/* The forms of a year, from their preparation to the IRS: what the office does. */

const aboutRun = { ...aboutTaxes, about: 'run' } as const
const prepared = { busy: 'Preparing…', notice: 'The forms are being prepared.' }
const moved = refusalsFrom(messages, { TAX_RUN_STATE: null })
const stale = refusalsFrom(messages, { TAX_RUN_STALE: null })

export const beginRunCommand = defineCommand({
  ...aboutTaxes,
  ...prepared,
  name: 'tax.begin_run',
  shared: ['TAX_CORRECTED', 'TAX_CORRECTION_OPEN'],
  fields: { year: pick('Year') },
  refusals: refusalsFrom(messages, {
    TAX_YEAR: null,
    TAX_YEAR_OPEN: null,
    TAX_RUN_EXISTS: null,
    TAX_NOBODY: null,
    TAX_PAYER: null,
  }),
  button: 'Prepare',
  log: { 'tax.run_begun': 'Began the tax forms of a year' },
})

export const prepareAgainCommand = defineCommand({
  ...aboutRun,
  ...prepared,
  name: 'tax.prepare_again',
  fields: {},
  refusals: moved,
  button: 'Prepare again',
  log: { 'tax.run_prepared_again': 'Prepared tax forms again' },
})

export const reviewRunCommand = defineCommand({
  ...aboutRun,
  name: 'tax.review_run',
  fields: {},
  refusals: { ...moved, ...stale, ...refusalsFrom(messages, { TAX_RUN_PROBLEM: null, TAX_RUN_UNPREPARED: null }) },
  button: 'Mark as reviewed',
  busy: 'Saving…',
  notice: 'Recorded as reviewed',
  log: { 'tax.run_reviewed': 'Reviewed the tax forms of a year' },
})

export const furnishCommand = defineCommand({
  ...submittedAboutTaxes,
  name: 'tax.furnish',
  about: 'run',
  fields: {},
  refusals: { ...moved, ...stale, ...refusalsFrom(messages, { TAX_NO_FORMS: null }) },
  button: 'Request release',
  log: { 'tax.run_furnished': 'Furnished tax forms to payees' },
})

export const recordFilingCommand = defineCommand({
  ...submittedAboutTaxes,
  name: 'tax.file',
  about: 'run',
  fields: {
    day: day('Day on which the IRS took them'),
    receipt: line('The IRS’s receipt', { most: receiptLength }, { TAX_RECEIPT: messages.TAX_RECEIPT }),
    /** Required only where forms and the ledger differ. */
    why: lines(
      'Why they are filed although forms differ from the ledger',
      { most: filingReasonLength, optional: true, rows: 2 },
      { TAX_FILING_REASON: messages.TAX_FILING_REASON },
    ),
  },
  refusals: {
    ...moved,
    ...refusalsFrom(messages, { TAX_FILED: null, TAX_FILED_DAY: 'day', TAX_FORMS_DIFFER: null }),
  },
  button: 'Submit filing for approval',
  log: { 'tax.run_filed': 'Recorded that tax forms were filed with the IRS' },
})

export const correctFormCommand = defineCommand({
  ...aboutRun,
  ...prepared,
  name: 'tax.correct_form',
  shared: ['TAX_RUN_EXISTS'],
  fields: {
    holder: line('Holder’s number', { most: 100 }, { HOLDER_GONE: holderMessages.HOLDER_GONE }),
    reason: lines(
      'What is corrected, and why',
      { most: correctionReasonLength, rows: 3 },
      { TAX_CORRECTION_REASON: messages.TAX_CORRECTION_REASON },
    ),
  },
  refusals: { ...moved, ...refusalsFrom(messages, { TAX_CORRECTION_OPEN: 'holder', TAX_CORRECTED: 'holder' }) },
  button: 'Prepare the correction',
  log: { 'tax.correction_begun': 'Began to correct a tax form' },
})

const { bounced, asked } = printReasons

/** A form that was furnished in the portal is also printed and mailed. */
export const sendPrintedCopyCommand = defineCommand({
  ...aboutTaxes,
  name: 'tax.send_on_paper',
  fields: {
    form: hidden(),
    reason: choice('Why', { bounced, asked }, { TAX_COPY_REASON: messages.TAX_COPY_REASON }),
  },
  refusals: refusalsFrom(messages, { TAX_COPY_GONE: null }),
  button: 'Mail a printed copy',
  busy: 'Saving…',
  notice: 'Added to the print queue.',
  log: { 'tax.copy_to_mail': 'Queued a printed tax form' },
})

export const markMailedCommand = defineCommand({
  ...aboutTaxes,
  name: 'tax.mark_mailed',
  shared: chosenRefusals,
  fields: { copy: several('Copies') },
  refusals: refusalsFrom(messages, { TAX_COPY_GONE: null }),
  button: 'Mark selected as mailed',
  busy: 'Saving…',
  notice: 'Recorded as mailed today',
  log: { 'tax.copy_mailed': 'Mailed a printed tax form' },
})
