import { href, redirect } from 'react-router'
import { saveMailPreferencesCommand } from '../../notifications/mail-preferences.commands.ts'
import {
  type MailChoice,
  type MailPreferences,
  mailPreferences,
  officeMailChoices,
} from '../../notifications/mail-preferences.ts'
import { commandActions } from '../../shell/commands/command-actions.ts'

const names = Object.keys(mailPreferences) as MailChoice[]

/** With scripts the form has the one preference that changed; without them all that are on. */
function changesIn(chosen: Record<MailChoice | 'office', string>, enhanced: boolean): Partial<MailPreferences> {
  const offices: readonly MailChoice[] = officeMailChoices
  const shown = names.filter(name => chosen.office || !offices.includes(name))
  const changed = enhanced ? names.filter(name => chosen[name]) : shown
  return Object.fromEntries(changed.map(name => [name, chosen[name] === 'on']))
}

/** POST: saves a person's e-mail notification preferences. No page: the switches read the answer as JSON (`mail-preferences-section.tsx`). */
export const action = commandActions([saveMailPreferencesCommand], {
  byDefault: 'mail_preferences.save',
  redirectTo: () => href('/profile/settings'),
  saysOnErrorPage: true,
  run: {
    'mail_preferences.save': async ({ actor, operations, enhanced }, chosen) => {
      await operations.updateMailPreferences(actor, changesIn(chosen, enhanced))
    },
  },
})

/** Nothing to show at this address. */
export function loader() {
  return redirect(href('/profile/settings'))
}
