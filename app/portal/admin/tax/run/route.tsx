import { href, redirect } from 'react-router'
import { type ReturnView, returnViews } from '../../../../../rules/tax/returns.ts'
import {
  correctFormCommand,
  furnishCommand,
  prepareAgainCommand,
  recordFilingCommand,
  reviewRunCommand,
  sendOnPaperCommand,
} from '../../../../../rules/tax/run.commands.ts'
import { commandActions } from '../../../../commands/command-actions.ts'
import { LastAnswer } from '../../../../commands/command-form.tsx'
import { serverContext } from '../../../../context.ts'
import { LastLoaded } from '../../../last-loaded.tsx'
import { pageNumber } from '../../../list-place.ts'
import { requireAdministrator } from '../../../require-actor.ts'
import { unwrapOrRespond } from '../../../server-errors.ts'
import { todayOfFund } from '../../register/address.ts'
import type { Route } from './+types/route'
import { TaxRunPage } from './run-page.tsx'

/**
 * Loads a year's forms with a page of its payees; the query has which of them to `show`, `page`, from 1, and the number
 * of a holder whose form to `correct`.
 * @throws answers: not signed in, not allowed, and no such run (404)
 */
export async function loader({ url, params, context }: Route.LoaderArgs) {
  const server = context.get(serverContext)
  const actor = requireAdministrator(url, server)
  const asked = url.searchParams.get('show') ?? ''
  const view: ReturnView = Object.hasOwn(returnViews, asked) ? (asked as ReturnView) : 'forms'
  const page = pageNumber(url.searchParams)
  const reading = server.operations.getTaxRun(actor, params.id, { view, page: page - 1 })
  const correcting = url.searchParams.get('correct') ?? undefined
  return { view, page, correcting, today: todayOfFund(), ...(await unwrapOrRespond(reading)) }
}

const pageOf = (id: string) => href('/profile/admin/tax/forms/:id', { id })

/** POST: the steps of a year's forms. */
export const action = commandActions(
  [prepareAgainCommand, reviewRunCommand, furnishCommand, recordFilingCommand, correctFormCommand, sendOnPaperCommand],
  {
    about: { run: 'id' },
    redirectTo: ({ param }) => pageOf(param('id')),
    after: { [correctFormCommand.name]: (id: string) => redirect(pageOf(id)) },
  },
)

/** A year's forms, or the correction of one. */
export default function TaxRunRoute({ loaderData, actionData, params }: Route.ComponentProps) {
  return (
    <LastLoaded loaded={loaderData} subject={params.id}>
      {shown => (
        <LastAnswer value={actionData}>
          <TaxRunPage key={shown.run.id} {...shown} />
        </LastAnswer>
      )}
    </LastLoaded>
  )
}
