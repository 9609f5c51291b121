import { href, redirect } from 'react-router'
import { enterBankBalanceCommand, explainBankDifferenceCommand } from '../../../../../rules/bank-balance.commands.ts'
import { withQuery } from '../../../../../rules/url.ts'
import { text } from '../../../../actions/fields.ts'
import { commandActions } from '../../../../commands/command-actions.ts'
import { loadList, showList } from '../../../list-page.tsx'
import { statementDay } from '../address.ts'
import { ReconciliationPage } from './reconciliation-page.tsx'

const at = (day: string) => withQuery(href('/profile/admin/register/reconciliation'), { on: day || undefined })

/** Loads the bank's balance beside the books; the query has the day of a statement, `on`, without it the newest's. */
export const loader = loadList({
  view: query => ({ on: statementDay(query) }),
  read: ({ actor, operations }, { on }) => operations.getBankReconciliation(actor, on),
  none: { statements: [], shown: null, next: null },
  failed: 'LOAD_REGISTER_FAILED',
})

/** POST: keeps a statement's balance, or why it differs from the books. */
export const action = commandActions([enterBankBalanceCommand, explainBankDifferenceCommand], {
  redirectTo: ({ url }) => at(statementDay(url.searchParams)),
  after: { [enterBankBalanceCommand.name]: (_, { form }) => redirect(at(text(form, 'day'))) },
})

/** The bank's balance, and the books. */
/** The bank’s balance, and the books. */
export default showList<typeof loader>(ReconciliationPage)
