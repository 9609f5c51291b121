import { defineCommand, refusalsFrom } from '../../rules/commands/command.ts'
import { hidden, line } from '../../rules/commands/fields.ts'
import { consentMessages as messages } from './messages.ts'

/* A person's consent to electronic records and signatures. */

const own = { by: 'signed in', failed: messages.ESIGN_FAILED } as const

/** Of every kind of consent that takes the word on a sample. */
export const goneRefusal = refusalsFrom(messages, { CONSENT_GONE: null })
export const triesRefusal = refusalsFrom(messages, { CONSENT_TRIES: 'word' })
export const givenRefusal = refusalsFrom(messages, { CONSENT_GIVEN: null })

/** @param label names what bears the word, such as 'The word on the sample form' */
export const sampleWord = <const Label extends string>(label: Label) =>
  line(
    label,
    { most: 40, hint: 'It shows that you can open what we’ll send you.' },
    { CONSENT_WORD: messages.CONSENT_WORD },
  )

/** Begins a consent to electronic records and signatures. */
export const requestEsignConsentCommand = defineCommand({
  ...own,
  name: 'esign.ask_for_consent',
  fields: {},
  refusals: { ...goneRefusal, ...givenRefusal },
  button: 'Open the sample',
  busy: 'Opening…',
  notice: '',
  log: { 'esign.consent_asked': 'Read about electronic records and signatures' },
})

export const giveEsignConsentCommand = defineCommand({
  ...own,
  name: 'esign.give_consent',
  about: 'consent',
  fields: { consent: hidden(), word: sampleWord('The word on the sample') },
  refusals: { ...goneRefusal, ...triesRefusal },
  button: 'I agree',
  busy: 'Saving…',
  notice: 'You can sign in your portal now. We’ve e-mailed you a confirmation.',
  log: { 'esign.consent_given': 'Agreed to electronic records and signatures' },
})

export const withdrawEsignConsentCommand = defineCommand({
  ...own,
  name: 'esign.withdraw_consent',
  about: 'consent',
  fields: { consent: hidden() },
  refusals: goneRefusal,
  button: 'Withdraw, and sign on paper',
  busy: 'Saving…',
  notice: 'Withdrawn. We’ve e-mailed you a confirmation.',
  log: { 'esign.consent_withdrawn': 'Withdrew from electronic records and signatures' },
})

/** Someone has withdrawn by telephone, e-mail or letter. */
export const withdrawEsignConsentForCommand = defineCommand({
  ...withdrawEsignConsentCommand,
  by: 'administrator',
  name: 'esign.withdraw_consent_for',
  button: 'They asked for paper',
  notice: 'Withdrawn. They get an e-mail that confirms it.',
})
