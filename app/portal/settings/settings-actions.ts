import { href } from 'react-router'
import { notices } from '../../../rules/notices.ts'
import { changedFields } from '../../../rules/profile.ts'
import { defineActions } from '../../actions/define-actions.ts'
import { digits, text } from '../../actions/fields.ts'
import { signedInWithSession } from '../../actions/guards.ts'

/** POST: what a person can change about their profile and their e-mail address. */
export const action = defineActions()({
  guard: signedInWithSession,
  redirectTo: () => href('/profile/settings'),
  intents: {
    profile: {
      fields: { changes: changedFields },
      run: async ({ actor, operations, fields }) => {
        await operations.updateUserProfile(actor, actor.id, fields.changes)
      },
      notice: notices.profileUpdated,
      otherwise: 'UPDATE_PROFILE_FAILED',
    },
    'email-start': {
      run: ({ actor, sessionId, operations }) => operations.startEmailChange(actor, sessionId),
      notice: notices.currentCodeSent,
      otherwise: 'SEND_CODE_FAILED',
    },
    'email-verify-current': {
      fields: { code: digits },
      run: ({ actor, sessionId, operations, fields }) => operations.verifyCurrentEmail(actor, sessionId, fields.code),
      notice: notices.currentVerified,
      otherwise: 'CHANGE_EMAIL_FAILED',
    },
    'email-name': {
      fields: { email: text },
      run: ({ actor, sessionId, operations, fields }) => operations.submitNewEmail(actor, sessionId, fields.email),
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
      fields: { code: digits },
      run: ({ actor, sessionId, client, operations, url, fields }) =>
        operations.verifyNewEmail(actor, sessionId, client, url.origin, fields.code),
      notice: notices.emailChanged,
      otherwise: 'CHANGE_EMAIL_FAILED',
    },
    'email-cancel': {
      run: ({ actor, sessionId, operations }) => operations.cancelEmailChange(actor, sessionId),
    },
  },
})
