import { href, redirect } from 'react-router'
import type { CommandAnswer } from '../../shell/actions/answer.ts'
import { commandActions } from '../../shell/commands/command-actions.ts'
import * as personCommands from '../person.commands.ts'
import type { ErasurePlan } from '../server/erasure.ts'
import * as sessionCommands from '../session.commands.ts'

export { PortalErrorBoundary as ErrorBoundary } from '../../shell/portal/error-page.tsx'

/** The answer to the form that erases a person's account. */
export interface ErasureAnswer extends CommandAnswer {
  /** What was removed and retained. */
  plan?: ErasurePlan
}

/** POST: administrators' actions on a person. Everyone may change their own name, but in the settings, not here. */
export const action = commandActions([...Object.values(personCommands), ...Object.values(sessionCommands)], {
  about: { person: 'id' },
  redirectTo: () => href('/profile/admin/people'),
  saysOnErrorPage: true,
  after: {
    // Administrators who removed themselves no longer have access to this tab.
    [personCommands.removeAdministratorCommand.name]: (_, { actor, param }) =>
      param('id') === actor.id ? redirect(href('/profile')) : undefined,
  },
})

/** Nothing to show at this address. */
export function loader() {
  return redirect(href('/profile/admin/people'))
}

export default function PersonActions() {
  return null
}
