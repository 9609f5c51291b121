import { defineCommand, refusalsFrom } from '../../rules/commands/command.ts'
import { check, choice, confirmation, hidden, line } from '../../rules/commands/fields.ts'
import { frozenRefusals, termsRefusals } from '../../rules/shared-refusals.ts'
import { accreditationMessages } from '../accreditation/messages.ts'
import { holderKinds } from '../holders/holders.ts'
import { closed, investor, investorRefused, terms, termsRefused } from './begin.commands.ts'
import { subscriptionMessages as messages, wantedNameLength } from './subscriptions.ts'

/* What an investor, or their adviser, does with a subscription. */

const own = {
  by: 'signed in',
  about: 'subscription',
  failed: messages.SUBSCRIPTION_FAILED,
  shared: frozenRefusals,
} as const
const moved = refusalsFrom(messages, { SUBSCRIPTION_STATE: null })

export const chooseTermsCommand = defineCommand({
  ...own,
  name: 'subscription.terms',
  shared: [...termsRefusals, ...frozenRefusals],
  fields: { ...terms, ...investor },
  refusals: {
    ...moved,
    ...closed,
    ...termsRefused,
    ...investorRefused,
    ...refusalsFrom(messages, { SUBSCRIPTION_BEGUN: null }),
  },
  button: 'Get my quote',
  busy: 'Saving…',
  notice: '',
  log: { 'subscription.quoted': 'Chose an investment’s terms' },
  sharedLog: ['subscription.held'],
})

export const chooseHolderCommand = defineCommand({
  ...own,
  name: 'subscription.holder',
  fields: investor,
  refusals: { ...moved, ...investorRefused, ...refusalsFrom(messages, { QUOTE_ENDED: null }) },
  button: 'Continue',
  busy: 'Saving…',
  notice: '',
  log: { 'subscription.held': 'Chose an investment’s holder' },
})

export const wantHolderCommand = defineCommand({
  ...own,
  name: 'subscription.want_holder',
  fields: {
    kind: choice('What is it?', holderKinds, { SUBSCRIPTION_HOLDER: messages.SUBSCRIPTION_HOLDER }),
    name: line(
      'Its name',
      { most: wantedNameLength, hint: 'Exactly as titled, such as “Doe Family LLC”.' },
      { SUBSCRIPTION_NAME: messages.SUBSCRIPTION_NAME },
    ),
  },
  refusals: moved,
  button: 'Ask for it',
  busy: 'Asking…',
  notice: 'We’ll set it up. You’ll find it here once it’s ready.',
  log: { 'subscription.holder_wanted': 'Asked for a new holder' },
})

const readLabel = 'I’ve received and read these documents.'

/** Of a supplement that was published after the agreement was made; the others are acknowledged as it is made. */
export const acknowledgeCommand = defineCommand({
  ...own,
  name: 'subscription.acknowledge',
  fields: { read: confirmation(readLabel, { DISCLOSURE_UNREAD: messages.DISCLOSURE_UNREAD }) },
  refusals: moved,
  button: 'Continue',
  busy: 'Saving…',
  notice: '',
  log: { 'subscription.disclosures_read': 'Acknowledged an offering’s disclosures' },
})

export const makeAgreementCommand = defineCommand({
  ...own,
  name: 'subscription.agree',
  shared: [
    ...termsRefusals,
    ...frozenRefusals,
    'ENVELOPE_SEAL',
    'ENVELOPE_LETTERS',
    'TEMPLATE_DAMAGED',
    'TEMPLATE_SLOW',
  ],
  // The terms as the page showed them.
  fields: { shown: hidden(), read: check(readLabel) },
  refusals: {
    ...moved,
    ...closed,
    ...refusalsFrom(accreditationMessages, { NOT_ACCREDITED: null }),
    ...refusalsFrom(messages, {
      SUBSCRIPTION_CHANGED: null,
      SUBSCRIPTION_STATE_UNKNOWN: null,
      SUBSCRIPTION_BUSY: null,
      SUBSCRIPTION_CUSTODIAN: null,
      QUOTE_ENDED: null,
      DISCLOSURE_UNREAD: 'read',
      SUBSCRIPTION_RENEWAL: null,
      SUPPLEMENT_UNREAD: null,
    }),
  },
  button: 'Make my agreement',
  busy: 'Making it…',
  notice: '',
  log: { 'subscription.agreement_made': 'Made a subscription agreement' },
  sharedLog: ['subscription.disclosures_read'],
})

export const changeAgreementCommand = defineCommand({
  ...own,
  name: 'subscription.change',
  fields: {},
  refusals: moved,
  button: 'Change the terms',
  busy: 'Changing…',
  notice: 'The agreement is void. Choose again, and make a new one.',
  log: { 'subscription.reopened': 'Voided a subscription agreement to change it' },
})

export const withdrawSubscriptionCommand = defineCommand({
  ...own,
  name: 'subscription.withdraw',
  fields: {},
  refusals: moved,
  button: 'Withdraw',
  busy: 'Withdrawing…',
  notice: 'Withdrawn. Nothing is binding.',
  log: { 'subscription.withdrawn': 'Withdrew an investment' },
})
