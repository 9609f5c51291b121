import { href } from 'react-router'
import { yearFrom } from '../../../register/office/address.ts'
import { commandActions } from '../../../shell/commands/command-actions.ts'
import { LastLoaded } from '../../../shell/portal/last-loaded.tsx'
import { loadList, type Shown } from '../../../shell/portal/list-page.tsx'
import { todayOfFund } from '../../../shell/today-of-fund.ts'
import { recordDepositCommand, reverseDepositCommand } from '../../deposit.commands.ts'
import { form945 } from '../../withholding.ts'
import type { Route } from './+types/route'
import { WithholdingPage } from './withholding-page.tsx'

/** Loads the tax withheld in a `year`, and its deposits. */
export const loader = loadList({
  view: query => ({ year: yearFrom(query), today: todayOfFund() }),
  read: ({ actor, operations }, { year }) => operations.getWithholding(actor, year),
  none: {
    form: form945(2000, { liabilities: [], deposits: [], lookback: 0n }),
    payees: [],
    deposits: [],
    pending: 0n,
    years: [],
  },
  failed: 'LOAD_TAX_FAILED',
})

/** POST: requests approval of a deposit with the IRS, or of its reversal. */
export const action = commandActions([recordDepositCommand, reverseDepositCommand], {
  redirectTo: () => href('/profile/admin/tax/withholding'),
})

/** What was withheld of interest, by payee and by month, and what of it was deposited with the IRS. */
export default function WithholdingRoute({ loaderData }: Route.ComponentProps) {
  return <LastLoaded<Shown<typeof loader>> loaded={loaderData}>{shown => <WithholdingPage {...shown} />}</LastLoaded>
}
