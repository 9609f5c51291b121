import { notices } from '../../../../../rules/notices.ts'
import { defineActions } from '../../../../actions/define-actions.ts'
import { text } from '../../../../actions/fields.ts'
import { administrator } from '../../../../actions/guards.ts'
import { serverContext } from '../../../../context.ts'
import { requireAdministrator } from '../../../require-actor.ts'
import { chosenFile } from '../chosen-file.ts'
import type { Route } from './+types/route'
import { type ImportAnswer, ImportPage } from './import-page.tsx'

/** Only administrators import. */
export function loader({ url, context }: Route.LoaderArgs) {
  requireAdministrator(url, context.get(serverContext))
  return null
}

/** POST: compares a file of notes with their schedules, or asks for its import. */
export const action = defineActions<ImportAnswer>()({
  guard: administrator,
  refused: (_, { error }) => ({ ...(error && { error }) }),
  keepsPageOnFault: true,
  otherwise: 'IMPORT_FAILED',
  intents: {
    check: {
      run: async ({ actor, operations, form }) => {
        const file = await chosenFile(form)
        return { check: await operations.checkImport(actor, file.content), filename: file.filename }
      },
    },
    ask: {
      fields: { sha256: text, reason: text },
      run: async ({ actor, operations, form, fields }) => {
        const file = await chosenFile(form)
        await operations.requestImport(actor, { ...file, ...fields })
        return { notice: notices.approvalAsked, filename: file.filename, isAsked: true }
      },
    },
  },
})

/** Existing notes with their paid history, from a file. */
export default function ImportRoute({ actionData }: Route.ComponentProps) {
  return <ImportPage answered={actionData} />
}
