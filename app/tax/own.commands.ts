import { defineCommand, refusalsFrom } from '../../rules/commands/command.ts'
import { choice, hidden, pick } from '../../rules/commands/fields.ts'
import { fileRefusals, frozenRefusals } from '../../rules/shared-refusals.ts'
import { givenRefusal, goneRefusal, sampleWord, triesRefusal } from '../signing/consent.commands.ts'
import { ownTaxMessages as messages } from './own-messages.ts'
import { taxForms } from './profile.ts'

/* The members' commands about a holder's taxes. */

const own = { by: 'signed in', failed: messages.TAX_FAILED } as const

export const sendTaxFormCommand = defineCommand({
  ...own,
  name: 'tax.send_form',
  shared: [...frozenRefusals, ...fileRefusals],
  about: 'holder',
  fields: {
    documentId: pick('Which file'),
    kind: choice('What is it?', taxForms, { TAX_FORM_KIND: messages.TAX_FORM_KIND }),
  },
  refusals: refusalsFrom(messages, { TAX_FORM_FILE: null, TAX_FORM_GONE: null, TAX_FORM_MOVED: null }),
  button: 'Send for review',
  busy: 'Sending…',
  notice: 'Thank you. We’ll review the form and tell you if we need something else.',
  log: { 'tax.form_sent': 'Sent a tax form' },
})

/** Begins a consent to paperless forms. */
export const requestPaperlessCommand = defineCommand({
  ...own,
  name: 'tax.ask_for_paperless',
  shared: frozenRefusals,
  about: 'holder',
  fields: {},
  refusals: { ...goneRefusal, ...givenRefusal },
  button: 'Open the sample form',
  busy: 'Opening…',
  notice: '',
  log: { 'tax.consent_asked': 'Read about paperless tax forms' },
})

export const giveConsentCommand = defineCommand({
  ...own,
  name: 'tax.give_consent',
  shared: frozenRefusals,
  about: 'consent',
  fields: {
    consent: hidden(),
    word: sampleWord('The word on the sample form'),
  },
  refusals: { ...goneRefusal, ...triesRefusal },
  button: 'I agree',
  busy: 'Saving…',
  notice: 'From now on your tax forms are paperless. We’ve e-mailed you a confirmation.',
  log: { 'tax.consent_given': 'Agreed to paperless tax forms' },
})

export const withdrawConsentCommand = defineCommand({
  ...own,
  name: 'tax.withdraw_consent',
  about: 'consent',
  fields: { consent: hidden() },
  refusals: goneRefusal,
  button: 'Get paper forms again',
  busy: 'Saving…',
  notice: 'You’ll get paper forms. We’ve e-mailed you a confirmation.',
  log: { 'tax.consent_withdrawn': 'Withdrew from paperless tax forms' },
})
