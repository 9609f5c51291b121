import { href } from 'react-router'
import * as emailCommands from '../../identity/email-change.commands.ts'
import { commandActions } from '../../shell/commands/command-actions.ts'

/** POST: the steps of changing an e-mail address. Each belongs to the session that loaded its form. */
export const action = commandActions([...Object.values(emailCommands)], {
  redirectTo: () => href('/profile/settings'),
  saysOnErrorPage: true,
  run: {
    'email.start_change': ({ actor, sessionId, operations }) => operations.startEmailChange(actor, sessionId),
    'email.verify_current': ({ actor, sessionId, operations }, { code }) =>
      operations.verifyCurrentEmail(actor, sessionId, code),
    'email.enter_new': ({ actor, sessionId, operations }, { email }) =>
      operations.submitNewEmail(actor, sessionId, email),
    'email.send_again': ({ actor, sessionId, operations }) => operations.resendNewEmailCode(actor, sessionId),
    'email.use_other': ({ actor, sessionId, operations }) => operations.discardNewEmail(actor, sessionId),
    'email.verify_new': ({ actor, sessionId, client, operations, url }, { code }) =>
      operations.verifyNewEmail(actor, sessionId, client, url.origin, code),
    'email.cancel_change': ({ actor, sessionId, operations }) => operations.cancelEmailChange(actor, sessionId),
  },
})
