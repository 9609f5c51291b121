import { redirect } from 'react-router'
import { notices } from '../../../../rules/messages.ts'
import { defineActions } from '../../../actions/define-actions.ts'
import { type Reader, text } from '../../../actions/fields.ts'
import { administrator } from '../../../actions/guards.ts'
import { adminPages } from '../../addresses.ts'

export { clientAction } from '../../../actions/client-action.ts'
export { PortalErrorBoundary as ErrorBoundary } from '../../error-page.tsx'

/** A note that was left alone stays as it is by now: a colleague may have written it since. */
const changedNote: Reader<string | undefined> = (form, name) =>
  text(form, name) === text(form, 'loaded_note') ? undefined : text(form, name)

/** POST: an administrator's note on what a visitor left, and whether it was answered; the end of a call. */
export const action = defineActions()({
  guard: administrator,
  defaultIntent: 'save',
  redirectTo: () => adminPages.leads,
  intents: {
    save: {
      fields: { state: text, note: changedNote },
      run: ({ actor, operations, param, fields }) =>
        operations.updateRequest(actor, param('kind') === 'call' ? 'call' : 'message', param('id'), fields),
      notice: notices.requestSaved,
      otherwise: 'SAVE_REQUEST_FAILED',
    },
    cancel: {
      fields: { reason: text },
      run: ({ actor, operations, url, param, fields }) =>
        operations.cancelCallForAdmin(actor, url.origin, param('id'), fields.reason),
      notice: notices.callCancelled,
      otherwise: 'CANCEL_CALL_FAILED',
    },
  },
})

/** There is nothing to read here. */
export function loader() {
  return redirect(adminPages.leads)
}

export default function RequestActions() {
  return null
}
