import { holderMessages as messages } from '../app/holders/holders.ts'
import { defineCommand, refusalsFrom } from './commands/command.ts'
import { hidden } from './commands/fields.ts'

/** Shows a number that is kept encrypted, once: it is in the answer and nowhere else. */
export const revealNumberCommand = defineCommand({
  by: 'signed in',
  name: 'vault.reveal',
  about: 'number',
  fields: { number: hidden() },
  refusals: refusalsFrom(messages, { VAULT_GONE: null, VAULT_LOCKED: null }),
  button: 'Show',
  busy: 'Opening…',
  notice: '',
  isShownOnce: true,
  failed: messages.HOLDER_FAILED,
  log: { 'vault.revealed': 'Viewed an account or tax number' },
})
