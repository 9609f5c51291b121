import { href, redirect } from 'react-router'
import * as settingsCommands from '../../../rules/settings.commands.ts'
import { commandActions } from '../../commands/command-actions.ts'

/** POST: what a person does about their sessions, their account and their statements. No page. */
export const action = commandActions([...Object.values(settingsCommands)], {
  redirectTo: () => href('/profile/settings'),
  saysOnErrorPage: true,
})

/** Nothing to show at this address. */
export function loader() {
  return redirect(href('/profile/settings'))
}
