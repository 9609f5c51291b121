import { href, redirect } from 'react-router'
import * as bankCommands from '../../../../../rules/bank.commands.ts'
import { withQuery } from '../../../../../rules/url.ts'
import { commandActions } from '../../../../commands/command-actions.ts'
import { loadList, showList } from '../../../list-page.tsx'
import { BankPage } from './bank-page.tsx'

/** Loads the lines of the bank in the days of the query's `list`, without it of the newest; `since=first`: what they don't show of all days. */
export const loader = loadList({
  view: query => ({ shown: query.get('list') ?? '', sinceFirst: query.get('since') === 'first' }),
  read: ({ actor, operations }, { shown, sinceFirst }) => operations.getBankWork(actor, shown, sinceFirst),
  none: {
    lists: [],
    list: undefined,
    open: [],
    waiting: [],
    reconciled: [],
    uncleared: [],
    unclearedSince: undefined,
    page: { decidedBefore: 0, refusal: null, choices: [] },
    removal: { refusal: null, lines: 0, requests: 0 },
  },
  failed: 'LOAD_REGISTER_FAILED',
})

const at = (list?: string) => withQuery(href('/profile/admin/register/bank'), { list })

/** POST: adds a list of the bank's, or says what its lines are. */
export const action = commandActions([...Object.values(bankCommands)], {
  after: {
    [bankCommands.addBankListCommand.name]: (list: string) => redirect(at(list)),
    [bankCommands.removeBankListCommand.name]: () => redirect(at()),
  },
})

/** What the bank says, beside what the ledger has. */
export default showList<typeof loader>(BankPage)
