import { defineCommand, refusalsFrom } from '../../rules/commands/command.ts'
import { choice, file, hidden, line, lines, pick, several, unchecked } from '../../rules/commands/fields.ts'
import { approvalRefusals, soldRefusals, templateRefusals } from '../../rules/shared-refusals.ts'
import { envelopeMessages as messages } from './envelope-messages.ts'
import { envelopeKinds, fieldKinds } from './envelopes.ts'
import { paperFields, paperRefusals } from './paper.ts'

/* The office's commands about envelopes. */

const { ENVELOPE_TITLE, ENVELOPE_KIND, ENVELOPE_FILE, ENVELOPE_WHAT, ENVELOPE_REASON, ENVELOPE_NAME } = messages
const { ENVELOPE_LINES, ENVELOPE_DAY } = messages

const byOffice = {
  by: 'administrator',
  busy: 'Saving…',
  failed: 'We couldn’t change the envelope. Try again in a moment.',
} as const
const ofEnvelope = { ...byOffice, about: 'envelope' } as const
const moved = refusalsFrom(messages, { ENVELOPE_MOVED: null })

const title = line('Title', { most: 200, hint: 'As signers see it.' }, { ENVELOPE_TITLE })
const pdf = file('PDF', '.pdf,application/pdf', { ENVELOPE_FILE })

export const prepareEnvelopeCommand = defineCommand({
  ...byOffice,
  shared: templateRefusals,
  name: 'envelope.prepare',
  fields: {
    holder: hidden(),
    title,
    kind: choice('Kind', envelopeKinds, { ENVELOPE_KIND }),
    file: pdf,
    document: pick('Or a PDF that is filed with this holder'),
  },
  refusals: {
    ...refusalsFrom(messages, { ENVELOPE_FILE: 'file', ENVELOPE_HOLDER: null, ENVELOPE_LETTERS: 'title' }),
  },
  button: 'Prepare envelope',
  busy: 'Reading the PDF…',
  notice: 'Envelope prepared',
  log: { 'envelope.prepared': 'Prepared an envelope' },
})

/** Possible signers, their turns (empty for none) and their capacities, in the same order. */
export const seatSignersCommand = defineCommand({
  ...ofEnvelope,
  name: 'envelope.seat',
  fields: { seat: several('Signer'), turn: several('Turn'), capacity: several('Capacity') },
  refusals: {
    ...moved,
    ...refusalsFrom(messages, {
      ENVELOPE_SEATS: null,
      ENVELOPE_SAME_PERSON: null,
      ENVELOPE_CAPACITY: null,
      ENVELOPE_LETTERS: null,
    }),
  },
  button: 'Save signers',
  notice: 'Signers saved',
  log: { 'envelope.seated': 'Chose who signs an envelope' },
})

export const describeEnvelopeCommand = defineCommand({
  ...ofEnvelope,
  name: 'envelope.describe',
  fields: {
    title,
    readBack: lines(
      'Lines to read back (optional)',
      { most: 8000, optional: true, rows: 4, hint: 'One a line, such as “Term: 12 months”. Signers confirm them.' },
      { ENVELOPE_LINES },
    ),
  },
  refusals: { ...moved, ...refusalsFrom(messages, { ENVELOPE_LETTERS: 'title', ENVELOPE_LINES: 'readBack' }) },
  button: 'Save',
  notice: 'Saved',
  log: { 'envelope.described': 'Changed what an envelope says' },
})

const inches = (label: string) => unchecked(label, { inputMode: 'decimal', required: true, maxLength: 8 })

/** Places a field, or changes one that is placed: `field`. */
export const placeFieldCommand = defineCommand({
  ...ofEnvelope,
  name: 'envelope.place',
  fields: {
    field: hidden(),
    turn: pick('Signer'),
    what: choice('What', fieldKinds, { ENVELOPE_WHAT }),
    page: unchecked('Page', { inputMode: 'numeric', required: true, maxLength: 4 }),
    left: inches('Left, in inches'),
    top: inches('Top, in inches'),
    width: inches('Width, in inches'),
    height: inches('Height, in inches'),
  },
  refusals: { ...moved, ...refusalsFrom(messages, { ENVELOPE_PLACE: 'page', ENVELOPE_FIELDS: null }) },
  button: 'Add field',
  notice: 'Field saved',
  log: { 'envelope.placed': 'Placed a field in an envelope' },
})

export const removeFieldCommand = defineCommand({
  ...ofEnvelope,
  name: 'envelope.unplace',
  fields: { field: hidden() },
  refusals: moved,
  button: 'Remove',
  notice: 'Field removed',
  log: { 'envelope.unplaced': 'Removed a field from an envelope' },
})

export const sendEnvelopeCommand = defineCommand({
  ...ofEnvelope,
  name: 'envelope.send',
  shared: templateRefusals,
  fields: { expiresOn: line('Last day to sign', { most: 10, type: 'date' }, { ENVELOPE_DAY }) },
  refusals: {
    ...moved,
    ...refusalsFrom(messages, {
      ENVELOPE_SEATS: null,
      ENVELOPE_LETTERS: null,
      ENVELOPE_SEAL: null,
      ENVELOPE_UNCHECKED: null,
      ENVELOPE_HOLDER: null,
    }),
  },
  button: 'Send for signature',
  busy: 'Sending…',
  notice: 'Sent. The first signer is being e-mailed.',
  log: { 'envelope.sent': 'Sent an envelope for signature' },
})

export const remindSignerCommand = defineCommand({
  ...ofEnvelope,
  name: 'envelope.remind',
  fields: {},
  refusals: { ...moved, ...refusalsFrom(messages, { ENVELOPE_REMINDED: null }) },
  button: 'Remind',
  notice: 'Reminder sent',
  log: { 'envelope.reminded': 'Reminded a signer' },
})

export const voidEnvelopeCommand = defineCommand({
  ...ofEnvelope,
  name: 'envelope.void',
  fields: { reason: lines('Reason', { most: 1000, rows: 2, hint: 'Signers see it.' }, { ENVELOPE_REASON }) },
  refusals: moved,
  button: 'Void envelope',
  notice: 'Voided: it can no longer be signed',
  log: { 'envelope.voided': 'Voided an envelope' },
})

const typedName = line('Type your name', { most: 200, autoComplete: 'name' }, { ENVELOPE_NAME })
const countersigned = refusalsFrom(messages, {
  ENVELOPE_LETTERS: 'typedName',
  ENVELOPE_CLOSED: null,
  ENVELOPE_EXPIRED: null,
  ENVELOPE_TURN: null,
  ENVELOPE_TURN_FUND: null,
  ENVELOPE_UNREAD: null,
  ENVELOPE_OWN_SEAT: null,
})

export const countersignCommand = defineCommand({
  ...ofEnvelope,
  name: 'envelope.countersign',
  shared: soldRefusals,
  fields: { typedName },
  refusals: countersigned,
  button: 'I sign for the fund',
  busy: 'Signing…',
  notice: 'Signed for the fund',
  log: { 'envelope.countersigned': 'Signed an envelope for the fund' },
})

/** Several at once. The control number is counted from the signer's list; the page doesn't show how many were chosen. */
export const countersignBatchCommand = defineCommand({
  ...byOffice,
  name: 'envelope.countersign_together',
  shared: soldRefusals,
  fields: {
    id: several('Countersign'),
    control: line(
      'Control number',
      { most: 4, hint: 'How many envelopes your own list has.' },
      { ENVELOPE_CONTROL: messages.ENVELOPE_CONTROL },
    ),
    typedName,
  },
  refusals: { ...countersigned, ...refusalsFrom(messages, { ENVELOPE_CHOSEN: null }) },
  button: 'I sign these for the fund',
  busy: 'Signing…',
  notice: 'Signed for the fund',
  log: { 'envelope.countersigned_together': 'Signed several envelopes for the fund' },
  sharedLog: ['envelope.countersigned'],
})

export const paperSignatureCommand = defineCommand({
  ...ofEnvelope,
  name: 'envelope.paper',
  takesTwo: true,
  fields: { signer: pick('Signer'), ...paperFields },
  shared: [...approvalRefusals, ...templateRefusals, 'SUPPLEMENT_UNREAD'],
  refusals: {
    ...moved,
    ...paperRefusals,
    ...refusalsFrom(messages, { ENVELOPE_SIGNER: 'signer', ENVELOPE_CLOSED: null }),
    ...refusalsFrom(messages, { ENVELOPE_EXPIRED: null, ENVELOPE_TURN: null, ENVELOPE_UNREAD: null }),
  },
  button: 'Submit for approval',
  busy: 'Submitting…',
  notice: 'Submitted. It counts once a second person approves.',
  log: { 'envelope.paper_signed': 'Recorded a signature on paper' },
})
