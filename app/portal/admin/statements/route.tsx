import { data, redirect } from 'react-router'
import { notices } from '../../../../rules/notices.ts'
import { defineActions } from '../../../actions/define-actions.ts'
import { text } from '../../../actions/fields.ts'
import { administrator } from '../../../actions/guards.ts'
import { serverContext } from '../../../context.ts'
import { adminPages } from '../../addresses.ts'
import { LastLoaded } from '../../last-loaded.tsx'
import { requireAdministrator } from '../../require-actor.ts'
import { resultOrError } from '../../server-errors.ts'
import { statementRunPage } from '../register-addresses.ts'
import type { Route } from './+types/route'
import { StatementsPage } from './statements-page.tsx'

/** Loads the runs of statements, newest first, and which can be begun today. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const server = context.get(serverContext)
  const actor = requireAdministrator(url, server)
  const { value, loadError } = await resultOrError(server.operations.getStatementRuns(actor), 'LOAD_STATEMENTS_FAILED')
  const loaded = { runs: value?.runs ?? [], toBegin: value?.toBegin ?? [], loadError }
  return data(loaded, { status: loadError ? 500 : 200 })
}

/** POST: prepares the statements of the last period. */
export const action = defineActions()({
  guard: administrator,
  redirectTo: () => adminPages.statements,
  intents: {
    prepare: {
      fields: { run: text },
      run: async ({ actor, operations, fields }) => {
        const [kind = '', rhythm = ''] = fields.run.split(' ')
        return redirect(statementRunPage(await operations.requestRun(actor, kind, rhythm)))
      },
      notice: notices.statementsBegun,
      otherwise: 'STATEMENTS_FAILED',
    },
  },
})

/** Statements of all holders, as they are prepared and released. */
export default function StatementsRoute({ loaderData }: Route.ComponentProps) {
  return <LastLoaded loaded={loaderData}>{shown => <StatementsPage {...shown} />}</LastLoaded>
}
