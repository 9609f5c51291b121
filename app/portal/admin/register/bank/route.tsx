import { href, redirect } from 'react-router'
import { dayOrders } from '../../../../../rules/bank.ts'
import { notices } from '../../../../../rules/notices.ts'
import { withQuery } from '../../../../../rules/url.ts'
import { defineActions } from '../../../../actions/define-actions.ts'
import { text, texts } from '../../../../actions/fields.ts'
import { administrator } from '../../../../actions/guards.ts'
import { LastLoaded } from '../../../last-loaded.tsx'
import { loadList, type Shown } from '../../../list-page.tsx'
import { refusalFor } from '../../../server-errors.ts'
import { chosenFile } from '../chosen-file.ts'
import type { Route } from './+types/route'
import type { BankAnswer } from './bank-answer.ts'
import { readChoice } from './bank-choice.ts'
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

/** POST: adds a list of the bank's, or says what its lines are. */
export const action = defineActions<BankAnswer>()({
  guard: administrator,
  refused: (_, { error }) => ({ ...(error && { error }) }),
  keepsPageOnFault: true,
  otherwise: 'REGISTER_FAILED',
  intents: {
    add: {
      fields: { order: text },
      run: async ({ actor, operations, form, fields }) => {
        const dayOrder = dayOrders.find(order => order === fields.order)
        const list = await operations.addBankList(actor, { ...(await chosenFile(form)), dayOrder })
        return redirect(withQuery(href('/profile/admin/register/bank'), { list }))
      },
    },
    confirm: {
      fields: { choice: texts },
      run: async ({ actor, operations, fields }) => ({
        confirmed: await operations.confirmBankLines(actor, fields.choice.filter(Boolean).map(readChoice)),
      }),
    },
    reopen: {
      fields: { line: text },
      run: ({ actor, operations, fields }) => operations.reopenBankLine(actor, fields.line),
      notice: notices.bankLineReopened,
    },
    attach: {
      fields: { list: text, document: text },
      run: ({ actor, operations, fields }) => operations.attachBankPage(actor, fields.list, fields.document),
      notice: notices.bankPageAttached,
    },
    remove: {
      fields: { list: text, confirmed: text },
      run: async ({ actor, operations, fields: { list, confirmed } }) => {
        if (!confirmed) return { error: refusalFor('BANK_LIST_CONFIRM') }
        await operations.removeBankList(actor, list)
        return redirect(href('/profile/admin/register/bank'))
      },
    },
  },
})

/** What the bank says, beside what the ledger has. */
export default function BankRoute({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <LastLoaded<Shown<typeof loader>> loaded={loaderData}>
      {shown => <BankPage {...shown} answered={actionData} />}
    </LastLoaded>
  )
}
