import { defineCommand, refusalsFrom } from '../../rules/commands/command.ts'
import { check, hidden, lines, several } from '../../rules/commands/fields.ts'
import { approvalRefusals } from '../../rules/shared-refusals.ts'
import { storageMessages } from '../../rules/storage-messages.ts'
import { documentMessages } from '../documents/document-messages.ts'
import { filingFields } from '../documents/filing-fields.ts'
import { deliveryMessages as messages, recallReasonLength } from './deliveries.ts'

/* Deliveries: what the office sends to several people and holders, and takes back. */

const released = refusalsFrom(messages, { DELIVERY_STATE: null, DELIVERY_STALE: null, DELIVERY_UNOPENED: null })

/** A second person approves what the rules of `deliveryGate` say. */
export const sendDeliveryCommand = defineCommand({
  name: 'delivery.submit',
  shared: approvalRefusals,
  by: 'administrator',
  fields: {
    id: hidden(),
    upload: several('Files'),
    name: several('Names'),
    to: {
      ...several('Recipients'),
      hint: 'Type a name, an address or a number, or paste a list. Everyone authorized for a holder sees what it gets.',
    },
    without: several('Not for everyone'),
    anyway: check('Send it anyway, once a second person has approved it'),
    ...filingFields,
  },
  refusals: {
    ...released,
    ...refusalsFrom(messages, {
      DELIVERY_EMPTY: null,
      DELIVERY_LARGE: null,
      DELIVERY_FILE_GONE: null,
      DELIVERY_RECIPIENT_GONE: null,
      DELIVERY_NOBODY_APPROVES: null,
      DELIVERY_BUSY: null,
      DELIVERY_PAYMENT_WORDS: 'anyway',
    }),
    ...refusalsFrom(documentMessages, { FILE_NAME: null }),
    ...storageMessages,
  },
  button: 'Send',
  busy: 'Sending…',
  notice: '',
  failed: messages.DELIVERY_FAILED,
  log: { 'delivery.requested': 'Sent documents to several people' },
})

const { DELIVERY_REASON } = messages
const hint =
  'Its documents are hidden at once from everyone but the office, which keeps them with every byte that was served. People who were notified of one get a neutral e-mail; other administrators are notified.'

/** Of what takes a second person: sending it requests its release. */
export const releaseDeliveryCommand = defineCommand({
  name: 'delivery.send',
  by: 'administrator',
  about: 'delivery',
  takesTwo: true,
  fields: {},
  refusals: released,
  button: 'Send',
  busy: 'Sending…',
  notice: 'Submitted for approval by a second person',
  failed: messages.DELIVERY_FAILED,
  log: { 'delivery.approved': 'Approved a delivery' },
})

export const recallDeliveryCommand = defineCommand({
  name: 'delivery.recall',
  by: 'administrator',
  about: 'delivery',
  fields: { reason: lines('Reason', { most: recallReasonLength, rows: 2, hint }, { DELIVERY_REASON }) },
  refusals: refusalsFrom(messages, { DELIVERY_STATE: null, DELIVERY_RECALLED: null }),
  button: 'Recall',
  busy: 'Recalling…',
  notice: 'Recalled. Only the office sees these documents now.',
  failed: messages.DELIVERY_FAILED_CHANGE,
  log: { 'delivery.recalled': 'Recalled a delivery' },
})
