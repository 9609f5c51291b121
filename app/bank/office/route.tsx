import { href, redirect } from 'react-router'
import { formatDay } from '../../../rules/days.ts'
import { formatCents, sumCents } from '../../../rules/money.ts'
import { countOf, grouped } from '../../../rules/number.ts'
import { withQuery } from '../../../rules/url.ts'
import { Figures } from '../../register/office/figures.tsx'
import style from '../../register/office/register.module.css'
import { commandActions } from '../../shell/commands/command-actions.ts'
import { CommandField, useRefused } from '../../shell/commands/command-field.tsx'
import { CommandForm } from '../../shell/commands/command-form.tsx'
import { AdminList, Filters } from '../../shell/office/admin-list.tsx'
import { ChoiceField } from '../../shell/office/search-form.tsx'
import { loadList, type Shown, showList } from '../../shell/portal/list-page.tsx'
import { Button } from '../../shell/ui/button.tsx'
import { EmptyState } from '../../shell/ui/empty-state.tsx'
import { useNotice } from '../../shell/ui/notice.tsx'
import * as bankCommands from '../bank.commands.ts'
import { addBankListCommand, removeBankListCommand } from '../bank.commands.ts'
import { bankMessages } from '../bank.ts'
import type { BankList, BankListRemoval } from '../server/bank-lines.ts'
import type { ListedLine } from '../server/propose-matches.ts'
import { AttachedPage } from './attached-page.tsx'
import { ExplainedLines, UnclearedEntries } from './explained-lines.tsx'
import { ListOutcome } from './list-outcome.tsx'
import { OpenLines } from './open-lines.tsx'

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

export default showList<typeof loader>(BankPage)

/**
 * The bank's own lines beside the ledger: payments out are proposed, a person confirms each line's match, and a second
 * one approves the payments to record. No line is dropped: one without an explanation stays open.
 */
function BankPage({ loadError, ...work }: Shown<typeof loader>) {
  const notice = useNotice()
  const { lists, list, open, waiting, reconciled, uncleared, unclearedSince, page, removal } = work
  return (
    <AdminList
      className={style.page}
      title="Bank list"
      count={list ? inWords(list) : undefined}
      at={href('/profile/admin/register/bank')}
      query={{ list: list?.id }}
      loadError={loadError}
      notice={notice}
      tools={
        <Button size="small" to={href('/profile/admin/register/reconciliation')}>
          Bank reconciliation
        </Button>
      }
    >
      <AddList isFirst={lists.length === 0} />
      {list && (
        <>
          {lists.length > 1 && (
            <Filters label="Lists" className={style.search}>
              <ChoiceField
                label="List"
                name="list"
                options={Object.fromEntries(lists.map(each => [each.id, `${each.filename}, ${daysOf(each)}`]))}
              />
            </Filters>
          )}
          <Figures
            figures={[
              [
                'Lines reconciled',
                `${grouped(reconciled.length)} of ${grouped(open.length + waiting.length + reconciled.length)}`,
              ],
              // Without their sum: who approves them types it from the bank's page.
              ['Pending approval', grouped(waiting.length)],
              ['Open', withSum(open)],
              ['Recorded, not at the bank yet', grouped(uncleared.length)],
              ['Statement period', daysOf(list)],
            ]}
          />
          <ListOutcome list={list} />
          <AttachedPage list={list} state={page} say={notice.say} />
          <OpenLines lines={open} />
          <ExplainedLines title="Pending approval" lines={waiting} />
          <UnclearedEntries entries={uncleared} since={unclearedSince} list={list} />
          <ExplainedLines title="Reconciled" lines={reconciled} />
          <RemoveList key={list.id} list={list} removal={removal} />
        </>
      )}
      {!list && !loadError && (
        <EmptyState title="No list yet" level={2}>
          Each line of a list you add appears here until you match it.
        </EmptyState>
      )}
    </AdminList>
  )
}

/** @returns how many lines, and what they come to in all: below zero, what goes out */
function withSum(lines: readonly ListedLine[]): string {
  const sum = formatCents(sumCents(lines.map(({ cents }) => cents)), true)
  return lines.length > 0 ? `${grouped(lines.length)}, ${sum}` : '0'
}

function inWords({ filename }: BankList): string {
  return filename
}

function daysOf({ firstDay, lastDay }: BankList): string {
  return firstDay === lastDay ? formatDay(firstDay) : `${formatDay(firstDay)} to ${formatDay(lastDay)}`
}

function AddList({ isFirst }: { isFirst: boolean }) {
  return (
    <>
      <p className={style.about}>
        Choose the list of transactions that you’ve downloaded from your bank: CSV with a date, an amount and a
        description, or OFX (QFX). Lines already imported are skipped. Nothing is recorded until you submit it and a
        second person approves it.
      </p>
      <CommandForm
        command={addBankListCommand}
        action={href('/profile/admin/register/bank')}
        variant={isFirst ? 'primary' : 'quiet'}
        fields={{ order: <RequestedOrder /> }}
      />
    </>
  )
}

/** Which comes first in days that could be two: only once a list was refused for that. */
function RequestedOrder() {
  if (useRefused().code !== 'BANK_LIST_DAYS') return null
  return (
    <CommandField name="order">
      <option value="">Choose</option>
      <option value="month">Month first: 03/04/2026 is Mar 4</option>
      <option value="day">Day first: 03/04/2026 is Apr 3</option>
    </CommandField>
  )
}

type Props = { list: BankList; removal: BankListRemoval }

/** Removes a wrong list with the explanations of its lines, or says why it stays. */
function RemoveList({ list, removal: { refusal, lines, requests } }: Props) {
  return (
    <details className={style.explained}>
      <summary>Remove this list</summary>
      {refusal ? (
        <p className={style.about}>{bankMessages[refusal]}</p>
      ) : (
        <CommandForm
          command={removeBankListCommand}
          action={href('/profile/admin/register/bank')}
          variant="danger"
          size="small"
          fields={{ list: list.id, confirmed: { label: `Remove ${list.filename}`, autoComplete: 'off' } }}
        >
          <p className={style.about}>
            If {list.filename} is the wrong list, remove it. {countOf(lines, 'line is', 'lines are')} removed, with
            every match made on {lines === 1 ? 'it' : 'them'}
            {requests > 0 && `, and ${countOf(requests, 'payment', 'payments')} pending approval`}. Nothing in the
            ledger changes. This can’t be undone, but a list can be added again.
          </p>
        </CommandForm>
      )}
    </details>
  )
}
