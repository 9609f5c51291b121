import { href, redirect } from 'react-router'
import { notices } from '../../../../../rules/notices.ts'
import { withQuery } from '../../../../../rules/url.ts'
import { defineActions } from '../../../../actions/define-actions.ts'
import { text, wholeForm } from '../../../../actions/fields.ts'
import { administrator } from '../../../../actions/guards.ts'
import { LastLoaded } from '../../../last-loaded.tsx'
import { loadList, type Shown } from '../../../list-page.tsx'
import { statementDay } from '../address.ts'
import type { Route } from './+types/route'
import type { ReconciliationAnswer } from './reconciliation-answer.ts'
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
export const action = defineActions<ReconciliationAnswer>()({
  guard: administrator,
  refused: ({ form }, { error }) => ({ ...(error && { error }), typed: wholeForm(form) }),
  keepsPageOnFault: true,
  redirectTo: ({ url }) => at(statementDay(url.searchParams)),
  otherwise: 'REGISTER_FAILED',
  intents: {
    enter: {
      fields: { day: text, balance: text, other: text, words: text },
      run: async ({ actor, operations, fields: { words, ...typed } }) => {
        await operations.enterBankBalance(actor, { ...typed, otherWords: words })
        return redirect(at(typed.day))
      },
    },
    explain: {
      fields: { statement: text, words: text },
      run: ({ actor, operations, fields }) => operations.explainBankDifference(actor, fields.statement, fields.words),
      notice: notices.bankDifferenceExplained,
    },
  },
})

/** The bank's balance, and the books. */
export default function ReconciliationRoute({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <LastLoaded<Shown<typeof loader>> loaded={loaderData}>
      {shown => <ReconciliationPage {...shown} answered={actionData} />}
    </LastLoaded>
  )
}
