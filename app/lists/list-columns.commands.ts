import { defineCommand } from '../../rules/commands/command.ts'
import { several } from '../../rules/commands/fields.ts'

export const chooseListColumnsCommand = defineCommand({
  name: 'list.choose_columns',
  by: 'administrator',
  about: 'list',
  fields: { columns: several('Columns') },
  refusals: {},
  button: 'Save',
  busy: 'Saving…',
  notice: 'Saved',
  failed: 'We couldn’t save your choice of columns. Try again in a moment.',
})
