import { defineCommand } from '../../rules/commands/command.ts'
import { hidden } from '../../rules/commands/fields.ts'
import { mailMessages } from './mail-preferences.ts'

/** 'on' or 'off'; without scripts a preference that is off is missing. */
const preference = hidden()

export const saveMailPreferencesCommand = defineCommand({
  name: 'mail_preferences.save',
  by: 'signed in',
  fields: {
    document_added: preference,
    delete_decided: preference,
    action_needed: preference,
    names_in_mail: preference,
    messages: preference,
    file_received: preference,
    delete_requested: preference,
    person_joined: preference,
    /** Whether the form shows the administrators' preferences, too. */
    office: hidden(),
  },
  refusals: {},
  button: 'Save',
  busy: 'Saving…',
  notice: 'E-mail settings saved',
  failed: mailMessages.SAVE_MAIL_FAILED,
  log: { 'mail_preferences.changed': 'Changed e-mail settings' },
})
