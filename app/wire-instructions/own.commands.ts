import { defineCommand, refusalsFrom } from '../../rules/commands/command.ts'
import { holderMessages } from '../holders/holders.ts'
import { wireMessages as messages } from './wire.ts'

/** What a member sees: it is in the answer and nowhere else. */
export const showWireCommand = defineCommand({
  by: 'signed in',
  name: 'wire.show',
  about: 'opening',
  fields: {},
  refusals: {
    ...refusalsFrom(messages, { WIRE_NONE: null, WIRE_CLOSED: null }),
    ...refusalsFrom(holderMessages, { VAULT_LOCKED: null }),
  },
  isShownOnce: true,
  button: 'Show wire instructions',
  busy: 'Opening…',
  notice: '',
  failed: messages.LOAD_WIRE_FAILED,
  log: { 'wire.viewed': 'Viewed the wire instructions' },
})
