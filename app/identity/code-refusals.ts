import { refusalsFrom } from '../../rules/commands/command.ts'
import { signInMessages as messages } from './sign-in-messages.ts'

/** Why an e-mailed code is refused: at sign-in, as proof, and when an address changes. */
export const codeRefusals = refusalsFrom(messages, {
  INVALID_CODE: 'code',
  CODE_NEWER: 'code',
  CODE_EXPIRED: 'code',
  CODE_TRIES: 'code',
})

/** What commands that e-mail a code have in common. */
export const sendsCode = {
  button: 'Send code',
  busy: 'Sending the code…',
  refusals: refusalsFrom(messages, { SEND_CODE_FAILED: null }),
  failed: messages.SEND_CODE_FAILED,
} as const
