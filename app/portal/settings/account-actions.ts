import { href, redirect } from 'react-router'
import * as homeCommands from '../../../rules/home.commands.ts'
import * as passkeyCommands from '../../../rules/passkeys.commands.ts'
import * as settingsCommands from '../../../rules/settings.commands.ts'
import { commandActions } from '../../commands/command-actions.ts'

/** POST: what a person does about their details, sessions, passkeys, account, statements and home. No page. */
export const action = commandActions(
  [...Object.values(settingsCommands), ...Object.values(passkeyCommands), ...Object.values(homeCommands)],
  {
    redirectTo: () => href('/profile/settings'),
    saysOnErrorPage: true,
  },
)

/** Nothing to show at this address. */
export function loader() {
  return redirect(href('/profile/settings'))
}
