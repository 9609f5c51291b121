import { href } from 'react-router'
import { parseCents } from '../../../../../rules/notes/money.ts'
import { notices } from '../../../../../rules/notices.ts'
import { form945 } from '../../../../../rules/tax/withholding.ts'
import { defineActions } from '../../../../actions/define-actions.ts'
import { text, wholeForm } from '../../../../actions/fields.ts'
import { administrator } from '../../../../actions/guards.ts'
import { LastLoaded } from '../../../last-loaded.tsx'
import { loadList, type Shown } from '../../../list-page.tsx'
import { todayOfFund, yearFrom } from '../../register/address.ts'
import type { Route } from './+types/route'
import type { DepositAnswer } from './deposit-forms.tsx'
import { WithholdingPage } from './withholding-page.tsx'

/** Loads what was withheld in a `year`, and what of it was deposited. */
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
export const action = defineActions<DepositAnswer>()({
  guard: administrator,
  refused: ({ form }, { error }) => ({ ...(error && { error }), typed: wholeForm(form) }),
  keepsPageOnFault: true,
  redirectTo: () => href('/profile/admin/tax/withholding'),
  notice: notices.approvalAsked,
  otherwise: 'TAX_FAILED',
  intents: {
    deposit: {
      fields: { year: text, day: text, amount: text, reference: text, confirmedAmount: text },
      run: ({ actor, operations, fields: { year, amount, ...fields } }) =>
        operations.requestDeposit(actor, { ...fields, year: Number(year), amount: parseCents(amount) ?? 0n }),
    },
    reverse: {
      fields: { entry: text, reason: text },
      run: ({ actor, operations, fields: { entry, reason } }) =>
        operations.requestDepositReversal(actor, entry, reason),
    },
  },
})

/** What was withheld of interest, by payee and by month, and what of it was deposited with the IRS. */
export default function WithholdingRoute({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <LastLoaded<Shown<typeof loader>> loaded={loaderData}>
      {shown => <WithholdingPage {...shown} answered={actionData} />}
    </LastLoaded>
  )
}
