import { defineCommand, refusalsFrom } from '../../rules/commands/command.ts'
import { check, choice, day, file, lines } from '../../rules/commands/fields.ts'
import { listKinds, sanctionsMessages as messages } from './sanctions.ts'

/* OFAC's lists, and what two people decide about a name that is close to an entry. */

const { SANCTIONS_FILE, SANCTIONS_KIND, SANCTIONS_DECISION, SANCTIONS_REASON } = messages
const accepted = '.xml,.csv,text/xml,application/xml,text/csv'

export const addSanctionsListCommand = defineCommand({
  name: 'sanctions.add_list',
  by: 'administrator',
  failed: messages.SANCTIONS_FAILED,
  fields: {
    kind: choice('List', listKinds, { SANCTIONS_KIND }),
    file: {
      ...file('File', accepted, { SANCTIONS_FILE }),
      hint: 'SDN.XML or CONSOLIDATED.XML; or SDN.CSV or CONS_PRIM.CSV with the two fields below.',
    },
    aliases: {
      ...file('File of aliases, for CSV', accepted, {}),
      hint: 'ALT.CSV or CONS_ALT.CSV.',
      attributes: { accept: accepted },
      // Browsers send an empty file where none is chosen.
      parse: (typed: unknown) => (typed instanceof File ? typed : new File([], '')),
    },
    publishedOn: day('Published on, for CSV', { optional: true }),
    anyway: check('I’ve compared this list with OFAC’s site. Use it.'),
  },
  refusals: {
    ...refusalsFrom(messages, {
      SANCTIONS_CUT: 'file',
      SANCTIONS_REPLACED: 'file',
      SANCTIONS_ALIASES: 'aliases',
      SANCTIONS_DAY: 'publishedOn',
      SANCTIONS_DOUBT: null,
    }),
  },
  button: 'Upload list',
  busy: 'Reading…',
  notice: 'List uploaded. All names are being compared with it.',
  log: {
    'sanctions.list_added': 'Uploaded a sanctions list',
    'sanctions.list_confirmed': 'Uploaded a sanctions list again as the newest',
  },
})

export const decideHitCommand = defineCommand({
  name: 'sanctions.decide',
  by: 'administrator',
  failed: messages.SANCTIONS_FAILED,
  about: 'hit',
  takesTwo: true,
  fields: {
    decision: choice(
      'Is it the same?',
      { cleared: 'No, someone else: clear the hit', confirmed: 'Yes, the same: confirm the hit' },
      { SANCTIONS_DECISION },
    ),
    reason: {
      ...lines('Reason', { most: 500, rows: 3 }, { SANCTIONS_REASON }),
      hint: 'What you compared: dates and places of birth, addresses, nationality. It stays with the hit.',
    },
  },
  refusals: refusalsFrom(messages, { SANCTIONS_DECIDED: null }),
  button: 'Submit for approval',
  busy: 'Submitting…',
  notice: 'Submitted. A second person needs to approve it.',
  log: {
    'sanctions.hit_cleared': 'Cleared a sanctions hit',
    'sanctions.hit_confirmed': 'Confirmed a sanctions hit',
  },
})
