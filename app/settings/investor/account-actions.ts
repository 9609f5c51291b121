import { href, redirect } from 'react-router'
import * as homeCommands from '../../home/home.commands.ts'
import * as passkeyCommands from '../../identity/passkeys.commands.ts'
import { commandActions } from '../../shell/commands/command-actions.ts'
import * as settingsCommands from '../settings.commands.ts'

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
