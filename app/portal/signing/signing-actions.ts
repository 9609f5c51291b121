import { notices } from '../../../rules/notices.ts'
import { defineActions } from '../../actions/define-actions.ts'
import { text } from '../../actions/fields.ts'
import { signedIn } from '../../actions/guards.ts'
import { signingPage } from '../addresses.ts'
import { nextPage } from '../next-page.ts'

/** POST: the steps of a signing link, its owner's and the administrators'; `next` is where a browser without scripts goes. */
export const action = defineActions()({
  guard: signedIn,
  unknownIntent: { code: 'SIGNING_FAILED', status: 400 },
  redirectTo: ({ form, param }) => (form.has('next') ? nextPage(text(form, 'next')) : signingPage(param('id'))),
  intents: {
    signed: {
      run: ({ actor, operations, param }) => operations.markSigned(actor, param('id')),
      notice: notices.saidSigned,
      otherwise: 'SIGNING_FAILED',
    },
    'not-signed': {
      run: ({ actor, operations, param }) => operations.unmarkSigned(actor, param('id')),
      notice: notices.notSigned,
      otherwise: 'SIGNING_FAILED',
    },
    confirm: {
      run: ({ actor, operations, param }) => operations.confirmSignature(actor, param('id')),
      notice: notices.signatureConfirmed,
      otherwise: 'SIGNING_FAILED',
    },
    'ask-again': {
      run: ({ actor, operations, param }) => operations.askToSignAgain(actor, param('id')),
      notice: notices.askedToSignAgain,
      otherwise: 'SIGNING_FAILED',
    },
    remind: {
      run: ({ actor, operations, param }) => operations.remindToSign(actor, param('id')),
      notice: notices.reminded,
      otherwise: 'SIGNING_FAILED',
    },
  },
})
