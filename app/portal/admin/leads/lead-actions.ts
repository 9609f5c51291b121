import { redirect } from 'react-router'
import { notices } from '../../../../rules/messages.ts'
import { defineActions } from '../../../actions/define-actions.ts'
import { type Reader, text } from '../../../actions/fields.ts'
import { administrator } from '../../../actions/guards.ts'
import { adminPages } from '../../addresses.ts'

export { clientAction } from '../../../actions/client-action.ts'
export { PortalErrorBoundary as ErrorBoundary } from '../../error-page.tsx'

/** A note that wasn't edited is left as it is now: a colleague may have changed it in the meantime. */
const changedNote: Reader<string | undefined> = (form, name) =>
  text(form, name) === text(form, 'loaded_note') ? undefined : text(form, name)

/** POST: saves an administrator's note on a lead and whether it was answered, or cancels a call. */
export const action = defineActions()({
  guard: administrator,
  defaultIntent: 'save',
  redirectTo: () => adminPages.leads,
  intents: {
    save: {
      fields: { state: text, note: changedNote },
      run: ({ actor, operations, param, fields }) =>
        operations.updateLead(actor, param('kind') === 'call' ? 'call' : 'message', param('id'), fields),
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

/** Nothing to show at this address. */
export function loader() {
  return redirect(adminPages.leads)
}

export default function LeadActions() {
  return null
}
