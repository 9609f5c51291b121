import { href } from 'react-router'
import { formatDay } from '../../../../../rules/notes/days.ts'
import { formatCents } from '../../../../../rules/notes/money.ts'
import { countOf, grouped } from '../../../../../rules/number.ts'
import { type DueState, duePerPage, dueStates } from '../../../../../rules/register.ts'
import { withQuery } from '../../../../../rules/url.ts'
import type { DuePayment } from '../../../../../server/register/due-list.ts'
import { Badge } from '../../../../ui/badge.tsx'
import { Button } from '../../../../ui/button.tsx'
import { Day } from '../../../../ui/day.tsx'
import { PrintButton } from '../../../../ui/print-button.tsx'
import type { Refusal } from '../../../refusal.ts'
import { AdminList, ExportCsv, Filters, Rows } from '../../admin-list.tsx'
import { defineTable } from '../../define-table.ts'
import { DayField } from '../../search-form.tsx'
import { Figures } from '../figures.tsx'
import { Money } from '../money.tsx'
import style from '../register.module.css'
import { NoteName } from '../register-columns.tsx'

type Props = {
  from: string
  to: string
  page: number
  /** Of this page. */
  payments: DuePayment[]
  /** Of all pages. */
  total: number
  sums: DueSums
  loadError?: Refusal
}

type DueSums = ReturnType<typeof sumsOf>

/** @returns what payments add up to, in cents, and how many of them wait for what */
export function sumsOf(payments: readonly DuePayment[]) {
  const open = payments.filter(({ state }) => state !== 'paid')
  const sum = (part: 'interestLeft' | 'principalLeft' | 'late') => open.reduce((all, row) => all + row[part], 0n)
  const overdue = payments.filter(({ isOverdue }) => isOverdue)
  return {
    interest: sum('interestLeft') + sum('late'),
    principal: sum('principalLeft'),
    open: open.length,
    overdue: overdue.length,
    asked: overdue.filter(({ state }) => state === 'asked').length,
  }
}

const tones: Record<DueState, 'plain' | 'warning' | 'danger'> = {
  upcoming: 'plain',
  overdue: 'danger',
  asked: 'warning',
  paid: 'plain',
}

/** What is to be paid, when and to whom, and whether it has been recorded. */
export function DuePage({ from, to, page, payments, total, sums, loadError }: Props) {
  const { interest, principal, open, overdue, asked } = sums
  return (
    <AdminList
      className={style.page}
      title={`Due ${formatDay(from)} to ${formatDay(to)}`}
      count={countOf(total, 'payment')}
      at={href('/profile/admin/register/due')}
      query={{ from, to }}
      loadError={loadError}
      tools={
        payments.length > 0 && (
          <>
            <PrintButton />
            <ExportCsv at={href('/profile/register/:file', { file: 'due.csv' })} />
            <Button size="small" to={href('/profile/admin/register/bank')}>
              Record from a bank list
            </Button>
          </>
        )
      }
    >
      <Filters label="Due" className={style.search} data-print="no">
        <DayField label="From" name="from" required />
        <DayField label="To" name="to" required />
      </Filters>
      <Rows
        className={style.list}
        caption="Payments due"
        columns={dueTable.columns}
        rows={payments}
        rowKey={({ noteId, version, n }) => `${noteId} ${version} ${n}`}
        empty={{
          title: 'Nothing is due',
          text: `From ${formatDay(from)} to ${formatDay(to)} no note pays anything. Payments appear here as soon as a note is funded.`,
        }}
        pages={{ label: 'payments', page, total, size: duePerPage }}
      >
        <Figures
          figures={[
            ['Interest to pay', formatCents(interest, true)],
            ['Principal to pay', formatCents(principal, true)],
            ['Payments to record', grouped(open)],
            [`Overdue${asked > 0 ? `, ${grouped(asked)} waiting for approval` : ''}`, grouped(overdue)],
          ]}
        />
      </Rows>
    </AdminList>
  )
}

/** The due list, on the page and in the file. */
export const dueTable = defineTable<DuePayment>([
  {
    key: 'pay',
    header: 'To be paid',
    cell: ({ payDate, dueDate }) => (
      <>
        <Day date={payDate} />
        {payDate !== dueDate && <span className={style.fact}>due {formatDay(dueDate)}</span>}
      </>
    ),
    csv: { 'To be paid': payment => payment.payDate, Due: payment => payment.dueDate },
  },
  {
    key: 'note',
    header: 'Note and holder',
    role: 'title',
    cell: ({ noteId, note, holder }) => <NoteName id={noteId} number={note} holder={holder} />,
    csv: { Note: payment => payment.note, Holder: payment => payment.holder },
  },
  { csv: { Offering: payment => payment.offering, Payment: payment => payment.n } },
  {
    key: 'interest',
    header: 'Interest',
    figures: true,
    cell: ({ state, interest, interestLeft, late }) => (
      <>
        <Left of={interest} left={interestLeft} isPaid={state === 'paid'} />
        {late > 0n && <span className={style.fact}>and {formatCents(late, true)} since then</span>}
      </>
    ),
    csv: { Interest: payment => payment.interest },
  },
  {
    key: 'principal',
    header: 'Principal',
    figures: true,
    cell: ({ state, principal, principalLeft }) => (
      <Left of={principal} left={principalLeft} isPaid={state === 'paid'} />
    ),
    csv: {
      Principal: payment => payment.principal,
      'Interest to pay': payment => payment.interestLeft,
      'Principal to pay': payment => payment.principalLeft,
      'Interest since the pay date': payment => payment.late,
    },
  },
  {
    key: 'unlike',
    header: 'Changes since last payment',
    cell: payment => unlikeLastTime(payment),
    csv: {
      'Interest last time': payment => payment.before,
      'Changed since last payment': payment => payment.changed.join('; '),
    },
  },
  {
    key: 'state',
    header: 'State',
    cell: ({ state, paidOn, isHeld }) => (
      <>
        <Badge tone={tones[state]}>{dueStates[state]}</Badge>
        {isHeld && <span className={style.fact}>Don’t pay: held, foreign by its W-8</span>}
        {paidOn && (
          <span className={style.fact}>
            {state === 'paid' ? 'on' : 'last paid'} {formatDay(paidOn)}
          </span>
        )}
      </>
    ),
    csv: {
      'Paid on': payment => payment.paidOn,
      State: payment => dueStates[payment.state],
      Held: payment => (payment.isHeld ? 'Foreign, by its W-8' : ''),
    },
  },
  {
    key: 'actions',
    header: 'Actions',
    role: 'actions',
    cell: ({ noteId, note, n, canRecord }) =>
      canRecord && (
        <Button
          size="small"
          variant="link"
          to={withQuery(href('/profile/admin/register/notes/:id', { id: noteId }), { line: String(n) })}
          aria-label={`Record payment ${n} of ${note}`}
        >
          Record
        </Button>
      ),
  },
])

/** What is left to pay, and of how much; what was due where all of it was paid. */
function Left({ of, left, isPaid }: { of: bigint; left: bigint; isPaid: boolean }) {
  if (isPaid || left === of) return <Money cents={of} />
  return (
    <>
      <Money cents={left} />
      <span className={style.fact}>of {formatCents(of, true)}</span>
    </>
  )
}

/** What somebody who pays this should notice; nothing where it is as it was. */
function unlikeLastTime({ before, interest, principal, isStub, isLate, changed }: DuePayment) {
  const words = isLate
    ? ['interest since maturity', ...changed]
    : [
        ...changed,
        before === null ? 'first payment' : undefined,
        isStub ? 'short or long period' : undefined,
        before !== null && before !== interest ? `${formatCents(before)} last time` : undefined,
        principal > 0n ? 'returns principal' : undefined,
      ].filter(Boolean)
  return words.length > 0 ? words.join(', ') : null
}
