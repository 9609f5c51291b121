import { withQuery } from '../../../../rules/url.ts'
import { exportJournalCommand } from '../../../ledger/journal.commands.ts'
import { text } from '../../../shell/actions/fields.ts'
import { commandActions } from '../../../shell/commands/command-actions.ts'
import { loadList, showList } from '../../../shell/portal/list-page.tsx'
import { pageNumber } from '../../../shell/portal/list-place.ts'
import { todayOfFund } from '../../../shell/today-of-fund.ts'
import { journalPeriod } from '../address.ts'
import { JournalPage, journalReport } from './journal-page.tsx'

/** Loads a page of the journal of a period; the query has the days `from` and `to`, and `page`, from 1. */
export const loader = loadList({
  view: query => ({ ...journalPeriod(query), page: pageNumber(query), today: todayOfFund() }),
  read: ({ actor, operations }, { from, to, page }) => operations.getJournal(actor, { from, to, page: page - 1 }),
  none: { entries: [], total: 0, sum: 0n, news: { quickbooks: 0, xero: 0, csv: 0 }, exports: [] },
  failed: 'LOAD_REGISTER_FAILED',
})

/** POST: exports the journal of a period for another program. */
export const action = commandActions([exportJournalCommand], {
  redirectTo: ({ form }) => withQuery(journalReport.at, { from: text(form, 'from'), to: text(form, 'to') }),
})

/** The journal of entries. */
export default showList<typeof loader>(JournalPage)
