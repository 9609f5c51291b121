import { href, redirect } from 'react-router'
import { notices } from '../../../../rules/notices.ts'
import { changedFields } from '../../../../rules/profile.ts'
import type { ErasurePlan } from '../../../../server/people/erasure.ts'
import { type ActionAnswer, defineActions } from '../../../actions/define-actions.ts'
import { text } from '../../../actions/fields.ts'
import { administrator } from '../../../actions/guards.ts'

export { PortalErrorBoundary as ErrorBoundary } from '../../error-page.tsx'

/** The answer to a form about a person. */
export interface PersonAnswer extends ActionAnswer {
  /** What was removed and left, where their account was erased. */
  plan?: ErasurePlan
}

/**
 * POST: changes a person's name and organization, their rights and access, erases their account, or lets an
 * administrator add a new passkey.
 */
export const action = defineActions<PersonAnswer>()({
  // Everyone may change their own name, but in the settings, not here.
  guard: administrator,
  redirectTo: () => href('/profile/admin/people'),
  otherwise: 'PERSON_FAILED',
  intents: {
    edit: {
      fields: { changes: changedFields },
      run: async ({ actor, operations, param, fields }) => {
        await operations.updateUserProfile(actor, param('id'), fields.changes)
      },
      notice: notices.userUpdated,
      otherwise: 'UPDATE_USER_FAILED',
    },
    remark: {
      fields: { body: text },
      run: ({ actor, operations, param, fields }) =>
        operations.addRemark(actor, { personId: param('id'), body: fields.body }),
      notice: notices.remarkSaved,
      otherwise: 'SAVE_REMARK_FAILED',
    },
    grant: {
      run: ({ actor, operations, param }) => operations.setAdministrator(actor, param('id'), true),
      notice: notices.memberChangeAsked,
      otherwise: 'GRANT_FAILED',
    },
    'permit-passkey': {
      run: async ({ actor, operations, param }) => {
        const outcome = await operations.permitNewPasskey(actor, param('id'))
        return { notice: outcome === 'asked' ? notices.memberChangeAsked : notices.passkeyPermitted }
      },
      notice: notices.passkeyPermitted,
      otherwise: 'GRANT_FAILED',
    },
    revoke: {
      fields: { alone: text },
      run: async ({ actor, operations, param, fields }) => {
        await operations.setAdministrator(actor, param('id'), false, fields.alone)
        // They removed themselves and no longer have access to this tab.
        return param('id') === actor.id ? redirect(href('/profile')) : undefined
      },
      notice: notices.administratorRevoked,
      otherwise: 'GRANT_FAILED',
    },
    'grant-approver': {
      run: ({ actor, operations, param }) => operations.setApprover(actor, param('id'), true),
      notice: notices.memberChangeAsked,
    },
    'revoke-approver': {
      fields: { alone: text },
      run: ({ actor, operations, param, fields }) => operations.setApprover(actor, param('id'), false, fields.alone),
      notice: notices.approverRevoked,
    },
    accept: {
      run: ({ actor, operations, param }) => operations.acceptPerson(actor, param('id')),
      notice: notices.personAccepted,
    },
    'accept-delegate': {
      fields: { reason: text },
      run: ({ actor, operations, param, fields }) => operations.acceptDelegate(actor, param('id'), fields.reason),
      notice: notices.personAccepted,
    },
    'end-grant': {
      fields: { grant: text },
      run: ({ actor, operations, fields }) => operations.revokeGrant(actor, fields.grant),
      notice: notices.delegateRevoked,
    },
    disable: {
      fields: { reason: text, alone: text },
      run: ({ actor, operations, param, fields }) =>
        operations.disablePerson(actor, param('id'), fields.reason, fields.alone),
      notice: notices.personDisabled,
    },
    enable: {
      run: ({ actor, operations, param }) => operations.enablePerson(actor, param('id')),
      notice: notices.personEnabled,
    },
    'sign-out': {
      run: ({ actor, operations, param }) => operations.endSessionsOf(actor, param('id')),
      notice: notices.personSignedOut,
    },
    'end-session': {
      fields: { session: text },
      run: ({ actor, operations, param, fields }) => operations.endSessionOf(actor, param('id'), fields.session),
      notice: notices.sessionEnded,
    },
    erase: {
      fields: { confirmation: text, open_note: text },
      run: async ({ actor, operations, param, fields }) => {
        const options = { openNote: fields.open_note === 'on', confirmation: fields.confirmation }
        const plan = await operations.erasePerson(actor, param('id'), options)
        return { notice: notices.personErased, plan }
      },
    },
  },
})

/** Nothing to show at this address. */
export function loader() {
  return redirect(href('/profile/admin/people'))
}

export default function PersonActions() {
  return null
}
