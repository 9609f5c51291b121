import { checkImportCommand, requestImportCommand } from '../../../../../rules/register.commands.ts'
import { commandActions } from '../../../../commands/command-actions.ts'
import { serverContext } from '../../../../context.ts'
import { requireAdministrator } from '../../../require-actor.ts'
import type { Route } from './+types/route'
import { type ImportAnswer, ImportPage } from './import-page.tsx'

/** Only administrators import. */
export function loader({ url, context }: Route.LoaderArgs) {
  requireAdministrator(url, context.get(serverContext))
  return null
}

/** POST: compares a file of notes with their schedules, or requests its import. */
export const action = commandActions([checkImportCommand, requestImportCommand], {
  after: {
    [requestImportCommand.name]: (_, { form }): ImportAnswer => ({
      notice: requestImportCommand.notice,
      filename: (form.get('file') as File).name,
    }),
  },
})

/** Existing notes with their paid history, from a file. */
export default ImportPage
