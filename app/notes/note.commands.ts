import { defineCommand, refusalsFrom } from '../../rules/commands/command.ts'
import { amount, check, day, hidden, line, pick } from '../../rules/commands/fields.ts'
import {
  approvalRefusals,
  ledgerRefusals,
  registerRefusals,
  sanctionsRefusals,
  termsRefusals,
} from '../../rules/shared-refusals.ts'
import { accreditationMessages } from '../accreditation/messages.ts'
import { holderMessages } from '../holders/holders.ts'
import { aboutNote, bankReference, reason, reasonIfRequired, submitted, supportingDocument } from './note-fields.ts'
import { closeReasonLength, noteRecordMessages as messages, payeeLength } from './note-records.ts'

/* A note from draft to funds, and its documents: what the office does. */

const frozen = refusalsFrom(holderMessages, { HOLDER_FROZEN: null })
const changed = refusalsFrom(messages, { NOTE_STATE: null, PAYMENT_CHANGED: null })

export const recordSignatureCommand = defineCommand({
  ...aboutNote,
  name: 'note.signature',
  shared: approvalRefusals,
  fields: {
    userId: pick('Who signed'),
    signedOn: day('On'),
    reason: reasonIfRequired(
      'Why it takes the place of the one before',
      'The person who approves it reads it, and it stays in the log.',
    ),
    documentId: hidden(),
  },
  refusals: {
    ...frozen,
    ...changed,
    ...refusalsFrom(messages, {
      NOTE_DAY_AHEAD: 'signedOn',
      NOTE_SIGNER: 'userId',
      NOTE_SIGNATURE_BEFORE: 'reason',
      NOTE_SIGNATURE_ASKED: null,
      NOTE_NOT_DRAFT: null,
    }),
  },
  button: 'Record the signature',
  busy: 'Recording…',
  notice: 'Signature recorded',
  log: { 'note.signature_recorded': 'Recorded a signature on a note' },
})

export const signNoteCommand = defineCommand({
  ...aboutNote,
  name: 'note.sign',
  shared: [...approvalRefusals, ...termsRefusals, ...registerRefusals, ...sanctionsRefusals],
  fields: {
    reason: reasonIfRequired(
      'Why it was signed before the verification',
      'Another administrator has to agree, and the reason stays in the log and the binder.',
    ),
    read: check('The terms above are the ones that were signed. Once they are locked, they can’t be changed.'),
  },
  refusals: {
    ...frozen,
    ...changed,
    ...refusalsFrom(accreditationMessages, { NOT_ACCREDITED: null, NOTE_VERIFIED_LATE: 'reason' }),
    ...refusalsFrom(messages, {
      NOTE_NOT_DRAFT: null,
      NOTE_SIGNATURES: null,
      NOTE_SIGNATURE_ASKED: null,
      NOTE_SALE_STATE: null,
    }),
  },
  button: 'Sign and lock',
  busy: 'Locking…',
  notice: 'The terms are locked. The holder can see the note now.',
  log: { 'note.signed': 'Locked a note’s terms' },
})

export const fileNoteDocumentCommand = defineCommand({
  ...aboutNote,
  name: 'note.file_document',
  fields: { document: pick('Document of the holder') },
  refusals: refusalsFrom(messages, { NOTE_PAPER: 'document' }),
  button: 'File with this note',
  busy: 'Filing…',
  notice: 'Filed with this note',
  log: { 'note.paper_filed': 'Filed a document with a note' },
})

export const removeNoteDocumentCommand = defineCommand({
  ...aboutNote,
  name: 'note.remove_document',
  fields: { document: hidden() },
  refusals: {},
  button: 'Remove',
  busy: 'Removing…',
  notice: 'Removed from this note',
  log: { 'note.paper_taken_out': 'Removed a document from a note' },
})

export const cancelDraftCommand = defineCommand({
  ...aboutNote,
  name: 'note.cancel_draft',
  fields: { reason },
  refusals: changed,
  button: 'Cancel the note',
  busy: 'Canceling…',
  notice: 'Note canceled',
  log: { 'note.cancelled': 'Canceled a note' },
})

export const cancelNoteCommand = defineCommand({
  ...submitted,
  name: 'note.cancel',
  fields: { reason },
  refusals: changed,
  button: 'Submit cancellation for approval',
  log: { 'note.cancelled': 'Canceled a note' },
})

export const fundNoteCommand = defineCommand({
  ...submitted,
  name: 'note.fund',
  books: ['funds'],
  shared: [...ledgerRefusals, ...termsRefusals],
  fields: {
    day: day('Day the money arrived'),
    amount: amount('Amount'),
    confirmedDay: hidden(),
    originator: line(
      'Name on the sending account',
      {
        most: payeeLength,
        hint: 'The name on the account that the money came from, as the bank says. It’s compared with the holder’s.',
      },
      { NOTE_ORIGINATOR: messages.NOTE_ORIGINATOR },
    ),
    reference: bankReference,
    finding: line(
      'Your findings',
      {
        most: closeReasonLength,
        optional: true,
        hint: 'Only if the money came from another person’s account, for an IRA from a personal one or for a person from an IRA, or the reference speaks of a loan.',
      },
      { NOTE_FINDING_LONG: messages.NOTE_FINDING_LONG },
    ),
    late: reasonIfRequired(
      'Why the money came before the verification',
      'The person who approves it reads it, and it stays in the log and the binder.',
    ),
  },
  refusals: {
    ...changed,
    ...refusalsFrom(messages, {
      NOTE_DAY_AHEAD: 'day',
      NOTE_DAY_UNUSUAL: 'day',
      NOTE_FUNDS_DIFFER: 'amount',
      HOLDER_BLOCKED: null,
      NOTE_ORIGINATOR_DIFFERS: 'finding',
      NOTE_PERSONAL_ACCOUNT: 'finding',
      NOTE_RETIREMENT_ACCOUNT: 'finding',
      NOTE_LOAN_MEMO: 'finding',
      NOTE_FUNDED_BEFORE_VERIFIED: 'late',
    }),
  },
  button: 'Submit funds for approval',
  log: { 'note.funded': 'Confirmed a note’s funds' },
})

export const agreeFirstPaymentCommand = defineCommand({
  ...submitted,
  name: 'note.first_payment',
  shared: termsRefusals,
  fields: {
    arrived: day('Day the money arrived'),
    first: day('First payment'),
    agreedOn: day('Agreed with the holder on'),
    paper: supportingDocument,
  },
  refusals: { ...changed, ...refusalsFrom(messages, { NOTE_DAY_AHEAD: 'arrived', FIRST_PAYMENT_STANDS: 'arrived' }) },
  button: 'Submit first payment for approval',
  log: { 'note.first_payment_agreed': 'Confirmed another first payment of a signed note' },
})

export const reverseFundingCommand = defineCommand({
  ...submitted,
  name: 'note.unfund',
  books: ['reversal'],
  shared: [...ledgerRefusals, ...termsRefusals],
  fields: { reason },
  refusals: { ...changed, ...refusalsFrom(messages, { FUNDING_PAID_ON: null, FUNDING_CONTINUES: null }) },
  button: 'Submit reversal of the funds for approval',
  log: { 'note.funding_reversed': 'Confirmed the reversal of a note’s funds' },
})
