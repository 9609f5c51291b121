import { href } from 'react-router'
import { addBankListCommand } from '../../../../../rules/bank.commands.ts'
import { formatDay } from '../../../../../rules/notes/days.ts'
import { formatCents, sumCents } from '../../../../../rules/notes/money.ts'
import { grouped } from '../../../../../rules/number.ts'
import type { BankList, BankWork } from '../../../../../server/notes/bank-lines.ts'
import type { ListedLine } from '../../../../../server/notes/propose-matches.ts'
import { CommandField, useRefused } from '../../../../commands/command-field.tsx'
import { CommandForm } from '../../../../commands/command-form.tsx'
import { Button } from '../../../../ui/button.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { useNotice } from '../../../../ui/notice.tsx'
import type { Refusal } from '../../../refusal.ts'
import { AdminList, Filters } from '../../admin-list.tsx'
import { ChoiceField } from '../../search-form.tsx'
import { Figures } from '../figures.tsx'
import style from '../register.module.css'
import { AttachedPage } from './attached-page.tsx'
import { ListOutcome } from './list-outcome.tsx'
import { OpenLines } from './open-lines.tsx'
import { RemoveList } from './remove-list.tsx'
import { ToldLines, UnclearedEntries } from './told-lines.tsx'

type Props = BankWork & { loadError?: Refusal }

/**
 * The bank's own lines beside the ledger: payments out are proposed, a person confirms what each line is, and a second one
 * approves what is to be recorded. Nothing is dropped: what nobody has told stays open.
 */
export function BankPage({ loadError, ...work }: Props) {
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
          <ToldLines title="Pending approval" lines={waiting} />
          <UnclearedEntries entries={uncleared} since={unclearedSince} list={list} />
          <ToldLines title="Reconciled" lines={reconciled} />
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
      >
        {Field => (
          <>
            <Field name="file" />
            <AskedOrder />
          </>
        )}
      </CommandForm>
    </>
  )
}

/** Which comes first in days that could be two: only once a list was refused for that. */
function AskedOrder() {
  if (useRefused().code !== 'BANK_LIST_DAYS') return null
  return (
    <CommandField name="order">
      <option value="">Choose</option>
      <option value="month">Month first: 03/04/2026 is Mar 4</option>
      <option value="day">Day first: 03/04/2026 is Apr 3</option>
    </CommandField>
  )
}
