import { defineCommand, refusalsFrom } from '../../rules/commands/command.ts'
import { check, hidden, line, lines, several } from '../../rules/commands/fields.ts'
import { frozenRefusals } from '../../rules/shared-refusals.ts'
import { envelopeMessages as messages } from './envelope-messages.ts'
import { signButton } from './envelopes.ts'

/* A signer's commands about an envelope. No one gives them for someone else. */

const { ENVELOPE_NAME, ENVELOPE_REASON } = messages

const own = {
  by: 'signed in',
  about: 'envelope',
  failed: 'We couldn’t save this. Nothing was signed. Try again in a moment.',
} as const
const gone = refusalsFrom(messages, { ENVELOPE_CLOSED: null, ENVELOPE_EXPIRED: null, ENVELOPE_SIGNED: null })

/** Sent by the page as its pages are drawn. */
export const reportDrawnCommand = defineCommand({
  ...own,
  name: 'envelope.drawn',
  fields: { page: several('Pages') },
  refusals: { ...gone, ...refusalsFrom(messages, { ENVELOPE_TURN: null, ENVELOPE_UNREAD: null }) },
  button: 'Mark as read',
  busy: 'Saving…',
  notice: '',
})

export const signEnvelopeCommand = defineCommand({
  ...own,
  name: 'envelope.sign',
  fields: {
    // Of the document that the page showed, and its lines.
    shown: hidden(),
    confirmed: check('These lines are right'),
    read: check('I have read every page'),
    typedName: line(
      'Type your name',
      { most: 200, autoComplete: 'name', hint: 'It stands as your signature.' },
      { ENVELOPE_NAME },
    ),
  },
  shared: [...frozenRefusals, 'ESIGN_CONSENT_NEEDED', 'SUPPLEMENT_UNREAD'],
  refusals: {
    ...gone,
    ...refusalsFrom(messages, {
      ENVELOPE_LETTERS: 'typedName',
      ENVELOPE_TURN: null,
      ENVELOPE_UNREAD: null,
      ENVELOPE_CHANGED: null,
      ENVELOPE_READ_BACK: 'confirmed',
    }),
  },
  button: signButton('document'),
  busy: 'Signing…',
  notice: '',
  log: { 'envelope.signed': 'Signed a document' },
})

export const declineEnvelopeCommand = defineCommand({
  ...own,
  name: 'envelope.decline',
  shared: frozenRefusals,
  fields: {
    reason: lines('Why not?', { most: 1000, rows: 3, hint: 'We and the other signers see it.' }, { ENVELOPE_REASON }),
  },
  refusals: { ...gone, ...refusalsFrom(messages, { ENVELOPE_TURN: null, ENVELOPE_UNREAD: null }) },
  button: 'Decline to sign',
  busy: 'Saving…',
  notice: 'You’ve declined. This document can no longer be signed.',
  log: { 'envelope.declined': 'Declined to sign a document' },
})
