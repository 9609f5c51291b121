import { href, redirect } from 'react-router'
import { chooseListColumnsCommand } from '../../../../rules/list-columns.commands.ts'
import { adminListNamed } from '../../../../rules/list-columns.ts'
import { commandActions } from '../../../commands/command-actions.ts'

export const action = commandActions([chooseListColumnsCommand], {
  about: { list: 'list' },
  redirectTo: ({ param }) => href(`/profile/admin/${adminListNamed(param('list')) ?? 'today'}`),
  saysOnErrorPage: true,
})

/** Nothing to show at this address. */
export function loader() {
  return redirect(href('/profile/admin/today'))
}
