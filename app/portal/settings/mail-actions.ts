import { href, redirect } from 'react-router'
import {
  type MailChoice,
  type MailPreferences,
  mailPreferences,
  officeMailChoices,
} from '../../../rules/mail-preferences.ts'
import { notices } from '../../../rules/notices.ts'
import { defineActions } from '../../actions/define-actions.ts'
import type { Reader } from '../../actions/fields.ts'
import { signedIn } from '../../actions/guards.ts'

const names = Object.keys(mailPreferences) as MailChoice[]

/**
 * With scripts the form has the one preference that changed, 'on' or 'off'; without them all that are on. Its field
 * `office` says that it shows the administrators' preferences, too.
 */
const changes: Reader<Partial<MailPreferences>> = form => {
  const offices: readonly MailChoice[] = officeMailChoices
  const shown = names.filter(name => form.has('office') || !offices.includes(name))
  const changed = form.has('enhanced') ? names.filter(name => form.has(name)) : shown
  return Object.fromEntries(changed.map(name => [name, form.get(name) === 'on']))
}

/** POST: saves a person's e-mail notification preferences. No page: the switches read the answer as JSON (`use-mail-choice.ts`). */
export const action = defineActions()({
  guard: signedIn,
  defaultIntent: 'save',
  redirectTo: () => href('/profile/settings'),
  intents: {
    save: {
      fields: { changes },
      run: async ({ actor, operations, fields }) => {
        await operations.updateMailPreferences(actor, fields.changes)
      },
      notice: notices.mailSaved,
      otherwise: 'SAVE_MAIL_FAILED',
    },
  },
})

/** Nothing to show at this address. */
export function loader() {
  return redirect(href('/profile/settings'))
}
