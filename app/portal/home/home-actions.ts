import { redirect } from 'react-router'
import { defineActions } from '../../actions/define-actions.ts'
import { signedIn } from '../../actions/guards.ts'
import { home } from '../addresses.ts'

export { clientAction } from '../../actions/client-action.ts'
export { PortalErrorBoundary as ErrorBoundary } from '../error-page.tsx'

/** POST: what an investor answers or puts away on their home. */
export const action = defineActions()({
  guard: signedIn,
  redirectTo: () => home,
  intents: {
    'skip-details': {
      run: ({ actor, operations }) => operations.skipDetails(actor),
      otherwise: 'HOME_FAILED',
    },
    'hide-steps': {
      run: ({ actor, operations }) => operations.hideSteps(actor),
      otherwise: 'HOME_FAILED',
    },
  },
})

/** Nothing to show at this address. */
export function loader() {
  return redirect(home)
}

export default function HomeActions() {
  return null
}
