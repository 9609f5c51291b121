import { href } from 'react-router'
import { notices } from '../../../rules/notices.ts'
import { defineActions } from '../../actions/define-actions.ts'
import { digits, text } from '../../actions/fields.ts'

/** POST: the steps of changing an e-mail address. */
export const action = defineActions({
  by: 'signed in',
  redirectTo: () => href('/profile/settings'),
  intents: {
    'email-start': {
      run: ({ actor, sessionId, operations }) => operations.startEmailChange(actor, sessionId),
      notice: notices.currentCodeSent,
      otherwise: 'SEND_CODE_FAILED',
    },
    'email-verify-current': {
      run: ({ actor, sessionId, operations, form }) =>
        operations.verifyCurrentEmail(actor, sessionId, digits(form, 'code')),
      notice: notices.currentVerified,
      otherwise: 'CHANGE_EMAIL_FAILED',
    },
    'email-name': {
      run: ({ actor, sessionId, operations, form }) => operations.submitNewEmail(actor, sessionId, text(form, 'email')),
      notice: notices.newCodeSent,
      otherwise: 'SEND_CODE_FAILED',
    },
    'email-again': {
      run: ({ actor, sessionId, operations }) => operations.resendNewEmailCode(actor, sessionId),
      notice: notices.newCodeSent,
      otherwise: 'SEND_CODE_FAILED',
    },
    'email-other': {
      run: ({ actor, sessionId, operations }) => operations.discardNewEmail(actor, sessionId),
    },
    'email-verify-new': {
      run: ({ actor, sessionId, client, operations, url, form }) =>
        operations.verifyNewEmail(actor, sessionId, client, url.origin, digits(form, 'code')),
      notice: notices.emailChanged,
      otherwise: 'CHANGE_EMAIL_FAILED',
    },
    'email-cancel': {
      run: ({ actor, sessionId, operations }) => operations.cancelEmailChange(actor, sessionId),
    },
  },
})
