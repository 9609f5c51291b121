import { href } from 'react-router'
import { notices } from '../../../rules/notices.ts'
import { changedFields } from '../../../rules/profile.ts'
import { defineActions } from '../../actions/define-actions.ts'
import { digits, text } from '../../actions/fields.ts'
import { signedInWithSession } from '../../actions/guards.ts'

/** POST: what a person can change about their profile, their e-mail address and their sessions. */
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
    statements: {
      fields: { holder: text, rhythm: text },
      run: ({ actor, operations, fields }) => operations.chooseStatementRhythm(actor, fields.holder, fields.rhythm),
      notice: notices.statementRhythmSaved,
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
    'end-session': {
      fields: { id: text },
      run: ({ actor, operations, fields }) => operations.endSession(actor, fields.id),
      notice: notices.sessionEnded,
      otherwise: 'END_SESSION_FAILED',
    },
    'end-others': {
      run: ({ actor, sessionId, operations }) => operations.endOtherSessions(actor, sessionId),
      notice: notices.sessionsEnded,
      otherwise: 'END_SESSION_FAILED',
    },
    'erase-request': {
      run: ({ actor, operations }) => operations.requestErasure(actor),
      notice: notices.erasureRequested,
      otherwise: 'ERASURE_REQUEST_FAILED',
    },
    'erase-withdraw': {
      run: ({ actor, operations }) => operations.withdrawErasureRequest(actor),
      notice: notices.erasureWithdrawn,
      otherwise: 'ERASURE_REQUEST_FAILED',
    },
  },
})
