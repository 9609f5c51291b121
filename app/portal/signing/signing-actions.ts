import { href } from 'react-router'
import * as signingCommands from '../../../rules/documents/signing.commands.ts'
import { text } from '../../actions/fields.ts'
import { commandActions } from '../../commands/command-actions.ts'
import { nextPage } from '../next-page.ts'

/** POST: the steps of a signing link, by owner or administrator; `next` is the page to return to without scripts. */
export const action = commandActions([...Object.values(signingCommands)], {
  about: { link: 'id' },
  redirectTo: ({ form, param }) =>
    form.has('next') ? nextPage(text(form, 'next')) : href('/profile/signing/:id', { id: param('id') }),
  saysOnErrorPage: true,
})
