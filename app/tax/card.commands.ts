import { defineCommand, refusalsFrom } from '../../rules/commands/command.ts'
import { check, choice, day, hidden, line, lines, pick } from '../../rules/commands/fields.ts'
import { fileRefusals, frozenRefusals, memberRefusals } from '../../rules/shared-refusals.ts'
import { taxMessages as messages } from './messages.ts'
import { aboutTaxes, submittedAboutTaxes } from './office-command.ts'
import { sendTaxFormCommand, withdrawConsentCommand } from './own.commands.ts'
import { nameLineLength, returnReasonLength, taxForms } from './profile.ts'

/* What the office does about a holder's taxes. */

/** A form that came by post, or that a member uploaded and didn't send. */
export const fileTaxFormCommand = defineCommand({
  ...sendTaxFormCommand,
  ...aboutTaxes,
  name: 'tax.file_form',
  shared: [...frozenRefusals, ...fileRefusals],
  fields: {
    documentId: sendTaxFormCommand.fields.documentId,
    kind: choice('What it is', taxForms, { TAX_FORM_KIND: messages.TAX_FORM_KIND }),
  },
  button: 'File for review',
  busy: 'Filing…',
  notice: 'Filed. Review it below.',
})

/** Enters what a form says. */
export const enterProfileCommand = defineCommand({
  ...submittedAboutTaxes,
  name: 'tax.profile',
  shared: memberRefusals,
  about: 'certification',
  fields: {
    certification: hidden(),
    nameLine1: line('Line 1: name', { most: nameLineLength }, { TAX_NAME: messages.TAX_NAME }),
    nameLine2: line(
      'Line 2: business or disregarded entity',
      { most: nameLineLength, optional: true, hint: 'Empty where the form has none.' },
      { TAX_NAME_LONG: messages.TAX_NAME_LONG },
    ),
    classification: pick('Line 3a: classification'),
    exemptCode: pick('Line 4: exempt payee code'),
    tinKind: pick('Kind of number'),
    tin: line('Part I: tax number', { most: 15, optional: true, isSecret: true }, { TIN_LENGTH: messages.TIN_LENGTH }),
    /** What proves the number after a second B-notice. */
    validatedBy: { ...pick('What proves the number'), hint: 'After a second B-notice a new W-9 alone isn’t enough.' },
    /** Whether the reviewer has seen that line 1 isn't the holder's title, and takes the form for theirs all the same. */
    isNameConfirmed: check(
      'Line 1 isn’t the holder’s title. I’ve compared both, and the form is this holder’s all the same.',
    ),
  },
  refusals: refusalsFrom(messages, {
    TAX_NAME_UNLIKE: null,
    TAX_CLASSIFICATION: 'classification',
    TAX_EXEMPT: 'exemptCode',
    TAX_VALIDATION: 'validatedBy',
    TIN_KIND: 'tinKind',
    TIN_REQUIRED: 'tin',
    TIN_SSN_AREA: 'tin',
    TIN_SSN_NINE: 'tin',
    TIN_SSN_ZEROS: 'tin',
    TIN_ITIN_RANGE: 'tin',
    TIN_EIN_PREFIX: 'tin',
    TIN_KEY_MISSING: null,
    TAX_FORM_MOVED: null,
  }),
  button: 'Submit for approval',
  log: { 'tax.profile_entered': 'Entered a tax form, as two people approved' },
})

export const returnTaxFormCommand = defineCommand({
  ...aboutTaxes,
  name: 'tax.return_form',
  about: 'certification',
  fields: {
    certification: hidden(),
    reason: lines(
      'What is missing',
      { most: returnReasonLength, hint: 'They read this in their portal.', rows: 4 },
      { TAX_RETURN_REASON: messages.TAX_RETURN_REASON },
    ),
  },
  refusals: refusalsFrom(messages, { TAX_FORM_MOVED: null }),
  button: 'Send back',
  busy: 'Saving…',
  notice: 'Sent back. They read why in their portal.',
  log: { 'tax.form_returned': 'Sent a tax form back' },
})

export const recordNoticeCommand = defineCommand({
  ...aboutTaxes,
  name: 'tax.record_notice',
  about: 'holder',
  fields: { noticeDate: day('Day on the notice'), receivedOn: day('Day it arrived') },
  refusals: refusalsFrom(messages, { NOTICE_DAY: 'noticeDate', NOTICE_TWICE: null, NOTICE_NUMBER: null }),
  button: 'Record',
  busy: 'Saving…',
  notice: 'B-notice recorded. Print the letter and mail it by the day named below.',
  log: { 'tax.notice_recorded': 'Recorded a B-notice' },
})

const aboutNotice = {
  ...aboutTaxes,
  about: 'notice',
  fields: { notice: hidden() },
  refusals: refusalsFrom(messages, { NOTICE_GONE: null }),
} as const

export const markNoticePostedCommand = defineCommand({
  ...aboutNotice,
  name: 'tax.post_notice',
  button: 'Mailed today',
  busy: 'Saving…',
  notice: 'Recorded as mailed',
  log: { 'tax.notice_posted': 'Mailed the letter of a B-notice' },
})

export const withdrawNoticeCommand = defineCommand({
  ...aboutNotice,
  name: 'tax.withdraw_notice',
  button: 'Recorded by mistake',
  busy: 'Withdrawing…',
  notice: 'B-notice withdrawn',
  log: { 'tax.notice_withdrawn': 'Withdrew a B-notice' },
})

/** Someone has withdrawn by telephone, e-mail or letter. */
export const withdrawConsentForCommand = defineCommand({
  ...withdrawConsentCommand,
  ...aboutTaxes,
  name: 'tax.withdraw_consent_for',
  button: 'They asked for paper',
  notice: 'Withdrawn. They get paper forms, and an e-mail that confirms it.',
})
