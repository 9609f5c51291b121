import { defineCommand, refusalsFrom } from '../../rules/commands/command.ts'
import { choice, day, hidden, line, lines, pick } from '../../rules/commands/fields.ts'
import { signatureRefusals } from '../../rules/shared-refusals.ts'
import { capacities, coveredEvents, findings, coveredMessages as messages } from './covered-persons.ts'

/* The register of covered persons (17 CFR 230.506(d)), and what they sign. */

const office = { by: 'administrator', busy: 'Saving…', failed: messages.COVERED_UNSAVED } as const
const own = { ...office, by: 'signed in', about: 'person', shared: signatureRefusals, busy: 'Signing…' } as const
const reason = lines('Reason', { most: 500, rows: 3 }, { COVERED_REASON: messages.COVERED_REASON })

export const addCoveredPersonCommand = defineCommand({
  ...office,
  name: 'covered_person.add',
  fields: {
    name: line('Name', { most: 200 }, { COVERED_NAME: messages.COVERED_NAME }),
    capacity: choice('Capacity', capacities, { COVERED_CAPACITY: messages.COVERED_CAPACITY }),
    since: day('Covered since'),
    email: line(
      'E-mail address of their account',
      {
        most: 254,
        optional: true,
        type: 'email',
        hint: 'Blank if they don’t sign in here. Then you file what they signed.',
      },
      { COVERED_ACCOUNT: messages.COVERED_ACCOUNT },
    ),
  },
  refusals: refusalsFrom(messages, { COVERED_DAY_AHEAD: 'since', COVERED_TWICE: null }),
  button: 'Add',
  notice: 'Added',
  log: { 'covered_person.added': 'Added a covered person' },
})

export const endCoveredPersonCommand = defineCommand({
  ...office,
  name: 'covered_person.end',
  about: 'person',
  fields: { endedOn: day('Covered until'), reason },
  refusals: refusalsFrom(messages, { COVERED_DAY_AHEAD: 'endedOn', COVERED_END_EARLY: 'endedOn', COVERED_ENDED: null }),
  button: 'End',
  notice: 'Ended',
  log: { 'covered_person.ended': 'Ended a covered person' },
})

const answer = <const Label extends string>(label: Label) =>
  choice(label, { no: 'No', yes: 'Yes' }, { COVERED_ANSWER: messages.COVERED_ANSWER })
const answers = {
  i: answer(coveredEvents.i),
  ii: answer(coveredEvents.ii),
  iii: answer(coveredEvents.iii),
  iv: answer(coveredEvents.iv),
  v: answer(coveredEvents.v),
  vi: answer(coveredEvents.vi),
  vii: answer(coveredEvents.vii),
  viii: answer(coveredEvents.viii),
  details: lines(
    'Details of each yes',
    { most: 4000, optional: true, rows: 4, hint: 'What happened, which court or authority, and when.' },
    { COVERED_DETAILS: messages.COVERED_DETAILS },
  ),
}
const signature = {
  version: hidden(),
  typedName: line('Your full name', { most: 200 }, { COVERED_SIGNATURE: messages.COVERED_SIGNATURE }),
}
const asked = refusalsFrom(messages, { COVERED_CHANGED: null, COVERED_ENDED: null })
const answered = refusalsFrom(messages, { COVERED_DETAILS: 'details', COVERED_NO_DETAILS: 'details' })
const signedLog = { 'covered_person.answered': 'Signed a questionnaire of covered persons' } as const
const confirmedLog = { 'covered_person.confirmed': 'Confirmed a questionnaire of covered persons' } as const

export const answerQuestionnaireCommand = defineCommand({
  ...own,
  name: 'covered_person.answer',
  fields: { ...answers, ...signature },
  refusals: { ...asked, ...answered },
  button: 'I sign these answers',
  notice: 'Signed. Thank you.',
  log: signedLog,
})

export const confirmQuestionnaireCommand = defineCommand({
  ...own,
  name: 'covered_person.confirm',
  fields: signature,
  refusals: { ...asked, ...refusalsFrom(messages, { COVERED_NOTHING_BEFORE: null }) },
  button: 'I sign that nothing has changed',
  notice: 'Signed. Thank you.',
  log: confirmedLog,
})

const filed = {
  document: {
    ...pick('Signed PDF'),
    hint: 'One of your own documents. It’s retained, and only administrators see it.',
  },
  signedOn: day('Signed on'),
  typedName: line('Signed by', { most: 200 }, { COVERED_NAME: messages.COVERED_NAME }),
}
const paper = {
  ...asked,
  ...refusalsFrom(messages, { COVERED_OWN: null, COVERED_FILE: 'document', COVERED_DAY_AHEAD: 'signedOn' }),
}

export const recordQuestionnaireCommand = defineCommand({
  ...office,
  name: 'covered_person.record',
  about: 'person',
  fields: { ...filed, ...answers, version: hidden() },
  refusals: { ...paper, ...answered },
  button: 'File the questionnaire',
  notice: 'Filed',
  sharedLog: ['covered_person.answered'],
})

export const recordConfirmationCommand = defineCommand({
  ...office,
  name: 'covered_person.record_confirmation',
  about: 'person',
  fields: { ...filed, version: hidden() },
  refusals: { ...paper, ...refusalsFrom(messages, { COVERED_NOTHING_BEFORE: null }) },
  button: 'File the confirmation',
  notice: 'Filed',
  sharedLog: ['covered_person.confirmed'],
})

/** What a positive answer means takes two people. */
export const decideQuestionnaireCommand = defineCommand({
  ...office,
  name: 'covered_person.decide',
  about: 'questionnaire',
  takesTwo: true,
  fields: {
    questionnaire: hidden(),
    finding: choice('What you found', findings, { COVERED_FINDING: messages.COVERED_FINDING }),
    reason,
  },
  refusals: refusalsFrom(messages, { COVERED_DECIDED: null }),
  button: 'Submit for approval',
  busy: 'Submitting…',
  notice: 'Submitted for approval by a second person.',
  log: { 'covered_person.decided': 'Decided on a covered person’s answer, as two people approved' },
})
