import { href } from 'react-router'
import { notices } from '../../../rules/notices.ts'
import { defineActions } from '../../actions/define-actions.ts'
import { text } from '../../actions/fields.ts'
import { signedIn } from '../../actions/guards.ts'
import { nextPage } from '../next-page.ts'

/** POST: the steps of a signing link, its owner's and the administrators'; `next` is where a browser without scripts goes. */
export const action = defineActions()({
  guard: signedIn,
  unknownIntent: { code: 'SIGNING_FAILED', status: 400 },
  redirectTo: ({ form, param }) =>
    form.has('next') ? nextPage(text(form, 'next')) : href('/profile/signing/:id', { id: param('id') }),
  otherwise: 'SIGNING_FAILED',
  intents: {
    signed: {
      run: ({ actor, operations, param }) => operations.markSigned(actor, param('id')),
      notice: notices.saidSigned,
    },
    'not-signed': {
      run: ({ actor, operations, param }) => operations.unmarkSigned(actor, param('id')),
      notice: notices.notSigned,
    },
    confirm: {
      run: ({ actor, operations, param }) => operations.confirmSignature(actor, param('id')),
      notice: notices.signatureConfirmed,
    },
    'ask-again': {
      run: ({ actor, operations, param }) => operations.askToSignAgain(actor, param('id')),
      notice: notices.askedToSignAgain,
    },
    remind: {
      run: ({ actor, operations, param }) => operations.remindToSign(actor, param('id')),
      notice: notices.reminded,
    },
  },
})
