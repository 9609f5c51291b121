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
import { pageNumber } from '../../../list-place.ts'
import { loadOne, showOne } from '../../../one-page.tsx'
import { todayOfFund } from '../../register/address.ts'
import { TaxRunPage } from './run-page.tsx'

/**
 * Loads a year's forms with a page of its payees; the query has which of them to `show`, `page`, from 1, and the number
 * of a holder whose form to `correct`.
 */
export const loader = loadOne(async ({ actor, operations }, id, query) => {
  const asked = query.get('show') ?? ''
  const view: ReturnView = Object.hasOwn(returnViews, asked) ? (asked as ReturnView) : 'forms'
  const page = pageNumber(query)
  const correcting = query.get('correct') ?? undefined
  const loaded = await operations.getTaxRun(actor, id, { view, page: page - 1 })
  return { view, page, correcting, today: todayOfFund(), ...loaded }
})

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
export default showOne<typeof loader>(TaxRunPage)
