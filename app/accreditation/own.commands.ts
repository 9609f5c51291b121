import { defineCommand, refusalsFrom } from '../../rules/commands/command.ts'
import { check, hidden, line, lines, pick } from '../../rules/commands/fields.ts'
import { fileRefusals, frozenRefusals, signatureRefusals } from '../../rules/shared-refusals.ts'
import { signatureMessages } from '../signing/messages.ts'
import { accreditationMessages as messages } from './messages.ts'

/* The wizard's steps, for members of the holder. */

const ofMember = { by: 'signed in', failed: messages.ACCREDITATION_FAILED } as const
const moved = refusalsFrom(messages, { ACCREDITATION_MOVED: null })
const oneALine = { most: 12_000, rows: 3, optional: true }
const { ACCREDITATION_OWNERS_LONG, ACCREDITATION_AMOUNT, ACCREDITATION_NAME } = messages
const ownersLong = { ACCREDITATION_OWNERS_LONG }

export const saveAccreditationCommand = defineCommand({
  ...ofMember,
  name: 'accreditation.save',
  shared: frozenRefusals,
  fields: {
    holderId: hidden(),
    /** 'own' or 'lent'. */
    money: pick('Is this your own money, or was it lent to you for this note?'),
    amount: line('How much you invest', { most: 40 }, { ACCREDITATION_AMOUNT }),
    isRenewal: { ...pick('For'), parse: (typed: unknown) => typed === true || typed === 'renewal' },
    category: pick('I am'),
    isJointTest: check('We’re spouses or spousal equivalents, and count our income or net worth together'),
    people: lines('Every owner', { ...oneALine, hint: 'People, one per line' }, ownersLong),
    companies: lines(
      'Any owner that isn’t a person',
      { ...oneALine, hint: 'Companies and trusts, one per line' },
      ownersLong,
    ),
    /** Empty for the one that was chosen before, or else for the one that asks least. */
    method: pick('Choose what is easiest for you'),
  },
  refusals: {
    ...moved,
    ...refusalsFrom(messages, {
      ACCREDITATION_MONEY: 'money',
      ACCREDITATION_CATEGORY: 'category',
      ACCREDITATION_OWNERS: 'people',
      ACCREDITATION_OWNERS_LONG: 'people',
      ACCREDITATION_METHOD: 'method',
      ACCREDITATION_LENT: 'method',
    }),
  },
  button: 'Continue',
  busy: 'Saving…',
  notice: '',
  log: {
    'accreditation.started': 'Started to verify their accreditation',
    'accreditation.changed': 'Changed answers about their accreditation',
  },
})

export const signAccreditationCommand = defineCommand({
  ...ofMember,
  name: 'accreditation.sign',
  shared: [...frozenRefusals, ...signatureRefusals],
  about: 'accreditation',
  fields: {
    typedName: line(
      'Your full name',
      { most: 200, hint: 'Typing your name signs this, as on paper.', autoComplete: 'name' },
      { ACCREDITATION_NAME },
    ),
    /** The text that they were shown. */
    text: hidden(),
  },
  refusals: {
    ...moved,
    ...refusalsFrom(messages, { ACCREDITATION_CHANGED: null, ACCREDITATION_SIGNED: null, ACCREDITATION_MISSING: null }),
    ...refusalsFrom(signatureMessages, { SIGN_LETTERS: 'typedName' }),
  },
  button: 'Sign and send',
  busy: 'Sending…',
  notice: 'Sent. We’ll notify you once we’ve reviewed it.',
  log: {
    'accreditation.signed': 'Signed statements about their accreditation',
    'accreditation.submitted': 'Submitted for accreditation',
  },
})

export const addEvidenceCommand = defineCommand({
  ...ofMember,
  name: 'evidence.add',
  shared: [...frozenRefusals, ...fileRefusals, 'EVIDENCE_BUSY'],
  about: 'accreditation',
  fields: {
    documentId: hidden(),
    kind: pick('What is it?'),
    person: pick('Whose is it?'),
    /** Of an IRS form. */
    taxYear: pick('For which year'),
    /** The day written on it, YYYY-MM-DD; empty where it has none. */
    datedOn: { ...hidden(), label: 'Date on it', attributes: { type: 'date' } },
    /** Of a letter. */
    signedBy: line(
      'Signed by',
      { most: 200, optional: true, hint: 'The broker-dealer, adviser, attorney or CPA' },
      { EVIDENCE_SIGNER: messages.EVIDENCE_SIGNER },
    ),
    /** Of a license printout, as the number. */
    series: pick('Which license'),
    crdNumber: line('CRD number', { most: 8, optional: true }, { EVIDENCE_CRD: messages.EVIDENCE_CRD }),
  },
  refusals: {
    ...moved,
    ...refusalsFrom(messages, {
      EVIDENCE_KIND: 'kind',
      EVIDENCE_PERSON: 'person',
      EVIDENCE_DATE: 'datedOn',
      EVIDENCE_FUTURE: 'datedOn',
      EVIDENCE_OLD: 'datedOn',
      EVIDENCE_SERIES: 'series',
      EVIDENCE_YEAR: 'taxYear',
      EVIDENCE_YEAR_TWICE: 'taxYear',
      EVIDENCE_GONE: null,
    }),
  },
  button: 'Add',
  busy: 'Adding…',
  notice: 'Document added',
  log: { 'accreditation.evidence_added': 'Added a document about their accreditation' },
})

const aboutEvidence = { ...ofMember, about: 'evidence', fields: {}, refusals: moved } as const

export const removeEvidenceCommand = defineCommand({
  ...aboutEvidence,
  name: 'evidence.remove',
  shared: frozenRefusals,
  button: 'Remove',
  busy: 'Removing…',
  notice: 'Document removed',
  log: { 'accreditation.evidence_removed': 'Took back a document about their accreditation' },
})

export const sendEvidenceAnywayCommand = defineCommand({
  ...aboutEvidence,
  name: 'evidence.send_anyway',
  shared: frozenRefusals,
  button: 'Send anyway',
  busy: 'Saving…',
  notice: 'Noted. It’s destroyed with the other sensitive documents.',
  log: { 'accreditation.sent_anyway': 'Sent a document that shows a Social Security number' },
})
