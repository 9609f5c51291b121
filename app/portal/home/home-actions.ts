import { href, redirect } from 'react-router'
import { defineActions } from '../../actions/define-actions.ts'
import { signedIn } from '../../actions/guards.ts'

export { PortalErrorBoundary as ErrorBoundary } from '../error-page.tsx'

/** POST: what an investor answers or puts away on their home. */
export const action = defineActions()({
  guard: signedIn,
  redirectTo: () => href('/profile'),
  otherwise: 'HOME_FAILED',
  intents: {
    'skip-details': {
      run: ({ actor, operations }) => operations.skipDetails(actor),
    },
    'hide-steps': {
      run: ({ actor, operations }) => operations.hideSteps(actor),
    },
  },
})

/** Nothing to show at this address. */
export function loader() {
  return redirect(href('/profile'))
}

export default function HomeActions() {
  return null
}
