import { defineCommand, refusalsFrom } from '../../rules/commands/command.ts'
import { confirmation, unchecked } from '../../rules/commands/fields.ts'
import { commonMessages } from '../../rules/common-messages.ts'
import { approvalRefusals, memberRefusals, termsRefusals } from '../../rules/shared-refusals.ts'
import { custodianNameLength, holderMessages, holderNameLength } from '../holders/holders.ts'
import { earlyRedemptionLength, noteRecordMessages as messages, offeringLength, payeeLength } from './note-records.ts'
import { termsMessages } from './terms-messages.ts'

/* A note as a draft. Its terms are read and checked as a whole, on both sides (`terms.ts`). */

const { TERMS_NOT_READ } = messages
const money = { inputMode: 'decimal', autoComplete: 'off' } as const
const date = { type: 'date' } as const

const terms = {
  principal: unchecked('Principal', { ...money, placeholder: '$200,000', required: true }),
  rate: unchecked('Rate, percent a year', money),
  term_months: { ...unchecked('Term'), control: 'select' },
  payout: { ...unchecked('Interest is paid'), control: 'select' },
  issue_date: unchecked('Planned issue date', { ...date, hint: 'Interest runs from the day the funds arrive.' }),
  sale_state: { ...unchecked('State of the sale'), control: 'select' },
  first_payment_date: unchecked('First payment', { ...date, hint: 'Where the first period is shorter or longer.' }),
  day_count: { ...unchecked('Day count'), control: 'select' },
  convention: { ...unchecked('Payments on days without banks'), control: 'select' },
  default_rate: unchecked('Rate after default', { inputMode: 'decimal', hint: 'Leave blank for the note’s rate.' }),
  offering: unchecked('Offering', { maxLength: offeringLength }),
  payee: unchecked('Payee', {
    maxLength: payeeLength,
    hint: 'How the account that is paid is called, without its number.',
  }),
  early_redemption: {
    ...unchecked('Early redemption', { rows: 2, maxLength: earlyRedemptionLength }),
    control: 'textarea',
  },
  confirmed: confirmation('I have read these terms back, and they are what was agreed.', { TERMS_NOT_READ }),
} as const

/** Of a person who becomes a holder with the note. */
const holder = {
  legal_name: unchecked('Name of the holder', {
    hint: 'Exactly as titled on the note.',
    maxLength: holderNameLength,
    required: true,
  }),
  kind: { ...unchecked('Kind'), control: 'select' },
  state: { ...unchecked('State'), control: 'select' },
  signing_rule: { ...unchecked('Signatures'), control: 'select' },
  custodian_name: unchecked('Custodian', { hint: 'Only of an IRA.', maxLength: custodianNameLength }),
} as const

/** The sentences are shown above the button: the terms are read back beside the form. */
const refusals = {
  ...termsMessages,
  ...refusalsFrom(messages, {
    NOTE_HOLDER_REQUIRED: null,
    NOTE_OFFERING_REQUIRED: null,
    NOTE_TEXT_LONG: null,
    NOTE_DAY_INVALID: null,
    NOTE_SALE_STATE: null,
  }),
  ...refusalsFrom(holderMessages, { STATE_INVALID: null }),
} as const

const draft = {
  by: 'administrator',
  button: 'Save draft',
  busy: 'Saving…',
  notice: '',
  failed: commonMessages.REGISTER_FAILED,
} as const

export const draftNoteCommand = defineCommand({
  ...draft,
  name: 'note.draft',
  shared: [...memberRefusals, ...approvalRefusals, ...termsRefusals],
  fields: { ...terms, ...holder },
  refusals: {
    ...refusals,
    ...refusalsFrom(holderMessages, {
      HOLDER_NAME_REQUIRED: null,
      HOLDER_NAME_LONG: null,
      HOLDER_KIND_REQUIRED: null,
      CUSTODIAN_REQUIRED: null,
      CUSTODIAN_LONG: null,
      MEMBER_UNKNOWN: null,
    }),
  },
  log: { 'note.created': 'Drafted a note' },
})

export const changeDraftCommand = defineCommand({
  ...draft,
  name: 'note.change_draft',
  shared: ['NOTE_STATE', ...termsRefusals],
  about: 'note',
  fields: terms,
  refusals: { ...refusals, ...refusalsFrom(messages, { NOTE_NOT_DRAFT: null }) },
  log: { 'note.changed': 'Changed a draft note' },
})
