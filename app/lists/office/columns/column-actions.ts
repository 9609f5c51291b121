import { href, redirect } from 'react-router'
import { commandActions } from '../../../shell/commands/command-actions.ts'
import { chooseListColumnsCommand } from '../../list-columns.commands.ts'
import { adminListNamed } from '../../list-columns.ts'

export const action = commandActions([chooseListColumnsCommand], {
  about: { list: 'list' },
  redirectTo: ({ param }) => href(`/profile/admin/${adminListNamed(param('list')) ?? 'today'}`),
  saysOnErrorPage: true,
})

/** Nothing to show at this address. */
export function loader() {
  return redirect(href('/profile/admin/today'))
}
