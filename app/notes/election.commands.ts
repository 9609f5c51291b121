import { defineCommand, refusalsFrom } from '../../rules/commands/command.ts'
import { hidden, pick, unchecked } from '../../rules/commands/fields.ts'
import { holderMessages } from '../holders/holders.ts'
import { holdingMessages } from '../holdings/holdings.ts'
import { electionMessages as messages } from './election-messages.ts'

/** What a note's holder chooses for its maturity. An amount is read only where part of it is renewed. */
export const electAtMaturityCommand = defineCommand({
  name: 'note.elect',
  by: 'signed in',
  about: 'note',
  fields: {
    choice: pick('What should happen to this note?'),
    amount: unchecked('Amount to renew', { inputMode: 'decimal', autoComplete: 'off' }),
    term: hidden(),
  },
  refusals: {
    ...refusalsFrom(holderMessages, { HOLDER_FROZEN: null }),
    ...refusalsFrom(messages, {
      ELECTION_NOT_YOURS: null,
      ELECTION_NOT_OPEN: null,
      ELECTION_CLOSED: null,
      ELECTION_CHOICE: null,
      ELECTION_SMALL: null,
      ELECTION_AMOUNT: 'amount',
      ELECTION_TERM: null,
    }),
  },
  button: 'Record my choice',
  busy: 'Recording…',
  notice: 'Choice recorded',
  failed: holdingMessages.ELECTION_FAILED,
  log: { 'note.elected': 'Chose what happens to a note at maturity' },
})
