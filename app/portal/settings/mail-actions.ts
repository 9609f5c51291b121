import { href, redirect } from 'react-router'
import {
  type MailChoice,
  type MailPreferences,
  mailPreferences,
  officeMailChoices,
} from '../../../rules/mail-preferences.ts'
import { defineActions } from '../../actions/define-actions.ts'

const names = Object.keys(mailPreferences) as MailChoice[]

/**
 * With scripts the form has the one preference that changed, 'on' or 'off'; without them all that are on. Its field
 * `office` says that it shows the administrators' preferences, too.
 */
function changesIn(form: FormData): Partial<MailPreferences> {
  const offices: readonly MailChoice[] = officeMailChoices
  const shown = names.filter(name => form.has('office') || !offices.includes(name))
  const changed = form.has('enhanced') ? names.filter(name => form.has(name)) : shown
  return Object.fromEntries(changed.map(name => [name, form.get(name) === 'on']))
}

/** POST: saves a person's e-mail notification preferences. No page: the switches read the answer as JSON (`use-mail-choice.ts`). */
export const action = defineActions({
  by: 'signed in',
  defaultIntent: 'save',
  redirectTo: () => href('/profile/settings'),
  intents: {
    save: {
      run: async ({ actor, operations, form }) => {
        await operations.updateMailPreferences(actor, changesIn(form))
      },
      notice: 'E-mail settings saved',
      otherwise: 'SAVE_MAIL_FAILED',
    },
  },
})

/** Nothing to show at this address. */
export function loader() {
  return redirect(href('/profile/settings'))
}
