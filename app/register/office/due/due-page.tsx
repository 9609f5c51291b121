import { use, useEffect, useMemo, useState } from 'react'
import { href } from 'react-router'
import { daysBetween, formatDay } from '../../../../rules/days.ts'
import { formatCents, sumCents } from '../../../../rules/money.ts'
import { countOf, grouped } from '../../../../rules/number.ts'
import { withQuery } from '../../../../rules/url.ts'
import { formatDayOf, formatWeekday } from '../../../notes/short-days.ts'
import { DayField } from '../../../shell/office/search-form.tsx'
import type { Refusal } from '../../../shell/portal/refusal.ts'
import { Badge } from '../../../shell/ui/badge.tsx'
import { Button } from '../../../shell/ui/button.tsx'
import type { LedgerProps } from '../../../shell/ui/ledger.tsx'
import { Link } from '../../../shell/ui/link.tsx'
import { useNotice } from '../../../shell/ui/notice.tsx'
import {
  type Selection,
  SelectionContext,
  SelectionProvider,
  useNewSelection,
  useSelected,
} from '../../../shell/ui/selection.ts'
import { SelectionBar, SelectRow } from '../../../shell/ui/selection-bar.tsx'
import { type DueState, duePerPage, dueStates } from '../../register.ts'
import type { DuePayment } from '../../server/due-list.ts'
import { dueRange } from '../address.ts'
import { Figures } from '../figures.tsx'
import { Money } from '../money.tsx'
import style from '../register.module.css'
import { NoteName } from '../register-columns.tsx'
import { defineReport, ReportPage, ReportRows } from '../report.tsx'
import own from './due.module.css'
import { type DueDay, isOpen, keyOf, leftOf } from './due-days.ts'
import { type RecordAnswer, RecordDue } from './record-due.tsx'

type Props = {
  from: string
  to: string
  today: string
  /** The pay day whose payments are selected at first. */
  select: string | undefined
  page: number
  /** Of this page. */
  payments: DuePayment[]
  /** Of all pages. */
  total: number
  /** By pay day, of all pages. */
  days: Record<string, DueDay>
  sums: DueSums
  loadError?: Refusal
}

type DueSums = ReturnType<typeof sumsOf>

/** @returns what payments to record add up to, in cents, and the numbers to record, late, and pending approval */
export function sumsOf(payments: readonly DuePayment[]) {
  const open = payments.filter(isOpen)
  const sum = (part: 'interestLeft' | 'principalLeft' | 'late' | 'withheld') =>
    open.reduce((all, row) => all + row[part], 0n)
  return {
    interest: sum('interestLeft') + sum('late'),
    principal: sum('principalLeft'),
    withheld: sum('withheld'),
    open: open.length,
    overdue: payments.filter(({ isOverdue }) => isOverdue).length,
    asked: payments.filter(({ state }) => state === 'asked').length,
  }
}

const tones: Record<DueState, 'plain' | 'warning' | 'danger'> = {
  upcoming: 'plain',
  overdue: 'danger',
  asked: 'warning',
  paid: 'plain',
}

/** Payments due, by day, and whether they are recorded; several can be recorded together. */
export function DuePage({ from, to, today, select, page, payments, total, days, sums, loadError }: Props) {
  const { interest, principal, withheld, open, overdue, asked } = sums
  const notice = useNotice()
  const [refused, setRefused] = useState<RecordAnswer['refused']>()
  const recordable = useMemo(() => payments.filter(({ canRecord }) => canRecord), [payments])
  const selection = useNewSelection(useMemo(() => recordable.map(keyOf), [recordable]))
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address says what is selected at first, and only then
  useEffect(() => {
    for (const payment of recordable) if (payment.payDate === select) selection.toggle(keyOf(payment), true, false)
  }, [select, selection])
  const body: LedgerProps<DuePayment>['body'] = (rowsOf, as) =>
    [...Map.groupBy(payments, ({ payDate }) => payDate)].map(([day, rows]) => (
      <tbody key={day} {...as.group}>
        <tr {...as.row}>
          <th colSpan={dueReport.columns.length} {...as.name} scope="rowgroup">
            <DayHead day={day} today={today} of={days[day]} rows={recordable} />
          </th>
        </tr>
        {rowsOf(rows)}
      </tbody>
    ))
  return (
    <ReportPage
      of={dueReport}
      title={`Due ${from === to ? '' : `${formatDayOf(from, to)} – `}${formatDay(to)}`}
      count={[
        countOf(total, 'payment'),
        ...(open > 0 || asked === 0 ? [formatCents(interest + principal, true)] : []),
        ...(asked > 0 && open === 0 ? [`${grouped(asked)} pending approval`] : []),
      ].join(' · ')}
      query={{ from, to }}
      loadError={loadError}
      notice={notice}
      isEmpty={payments.length === 0}
      filters={
        <>
          <DayField label="From" name="from" required />
          <DayField label="To" name="to" required />
        </>
      }
      tools={
        payments.length > 0 && (
          <Button size="small" to={href('/profile/admin/register/bank')}>
            Record from a bank list
          </Button>
        )
      }
    >
      {refused && refused.length > 0 && (
        <div role="alert">
          <p className={style.late}>{countOf(refused.length, 'note wasn’t submitted', 'notes weren’t submitted')}:</p>
          <ul className={style.refused}>
            {refused.map(({ note, why }) => (
              <li key={note}>
                {note}: {why}
              </li>
            ))}
          </ul>
        </div>
      )}
      <SelectionProvider value={selection}>
        <ReportRows
          className={`${style.list} ${own.list}`}
          caption="Payments due"
          columns={dueReport.columns}
          rows={payments}
          rowKey={({ noteId, version, n }) => `${noteId} ${version} ${n}`}
          body={body}
          empty={{
            title: 'Nothing is due',
            text: `From ${formatDay(from)} to ${formatDay(to)} no note pays anything. Payments appear here as soon as a note is funded.`,
          }}
          pages={{ label: 'payments', page, total, size: duePerPage }}
        >
          <Figures
            figures={[
              ['Interest to pay', formatCents(interest, true)],
              ...(principal > 0n ? [['Principal to pay', formatCents(principal, true)] as const] : []),
              ...(withheld > 0n ? [['Tax to withhold', formatCents(withheld, true)] as const] : []),
              ['To record', grouped(open)],
              // Without their sum: it is typed from the bank's page.
              ...(asked > 0 ? [['Pending approval', grouped(asked)] as const] : []),
              ['Late', grouped(overdue)],
            ]}
          />
        </ReportRows>
        <RecordBar
          selection={selection}
          payments={recordable}
          today={today}
          onDone={answer => {
            setRefused(answer.refused)
            selection.toggleAll(false)
            if (answer.notice) notice.say(answer.notice)
          }}
        />
      </SelectionProvider>
    </ReportPage>
  )
}

type BarProps = {
  selection: Selection
  /** Those that can be recorded. */
  payments: readonly DuePayment[]
  today: string
  onDone: (answer: RecordAnswer) => void
}

function RecordBar({ selection, payments, today, onDone }: BarProps) {
  const ids = useSelected(selection)
  const [recording, setRecording] = useState(false)
  const selected = payments.filter(payment => ids.has(keyOf(payment)))
  const cents = sumCents(selected.map(leftOf))
  return (
    <SelectionBar
      selection={selection}
      count={selected.length}
      label="Selected payments"
      sum={formatCents(cents, true)}
      actions={
        <Button size="small" variant="primary" onClick={() => setRecording(true)} aria-haspopup="dialog">
          Record {countOf(selected.length, 'payment')}
        </Button>
      }
    >
      {recording && selected.length > 0 && (
        <RecordDue
          payments={selected}
          cents={cents}
          today={today}
          onClose={() => setRecording(false)}
          onDone={onDone}
        />
      )}
    </SelectionBar>
  )
}

type DayProps = { day: string; today: string; of: DueDay | undefined; rows: readonly DuePayment[] }

const noPayments: DueDay = { open: 0, requested: 0, recorded: 0, cents: 0n }

/** A pay day's heading: how late it is, how many payments it has, and what those to record add up to. */
function DayHead({ day, today, of: { open, requested, recorded, cents } = noPayments, rows }: DayProps) {
  const isLate = day < today && open + requested > 0
  return (
    <div className={`cluster center gap-0-4 tabular touch ${own.day}`}>
      <SelectDay day={day} ids={rows.filter(({ payDate }) => payDate === day).map(keyOf)} />
      <span>
        {formatWeekday(day, today)}
        {isLate && <span className="danger"> · {countOf(daysBetween(day, today), 'day')} late</span>}
      </span>
      {isLate && (
        <Link to={href('/profile/admin/register/bank')} className={`small regular underlined ${own.match}`}>
          Match with bank list
        </Link>
      )}
      <span className="strong to-end">
        {[
          open > 0 && `${countOf(open, 'payment')} · ${formatCents(cents, true)}`,
          requested > 0 && `${countOf(requested, 'payment')} pending approval`,
          recorded > 0 && `${grouped(recorded)} recorded`,
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </div>
  )
}

function SelectDay({ day, ids }: { day: string; ids: readonly string[] }) {
  const selection = use(SelectionContext)
  const selected = useSelected(selection)
  // Aligns its text with that of other days.
  if (ids.length === 0) return <span className={own.choice} />
  const count = ids.filter(id => selected.has(id)).length
  return (
    <label className={own.choice}>
      <input
        type="checkbox"
        autoComplete="off"
        aria-label={`Select all payments of ${formatDay(day)}`}
        checked={count === ids.length}
        ref={box => {
          if (box) box.indeterminate = count > 0 && count < ids.length
        }}
        onChange={({ target }) => {
          for (const id of ids) selection.toggle(id, target.checked, false)
        }}
      />
    </label>
  )
}

/** The due list, on the page and in the file. */
export const dueReport = defineReport('due', {
  at: href('/profile/admin/register/due'),
  saved: 'payments-due',
  requested: dueRange,
  columns: [
    {
      header: 'Select',
      role: 'choice',
      cell: payment =>
        payment.canRecord && (
          <span className={own.choice}>
            <SelectRow id={keyOf(payment)} aria-label={`Select payment ${payment.n} of ${payment.note}`} />
          </span>
        ),
    },
    {
      csv: { 'To be paid': payment => payment.payDate, Due: payment => payment.dueDate },
    },
    {
      header: 'Note and holder',
      role: 'title',
      cell: ({ noteId, note, holder }) => (
        <>
          <NoteName id={noteId} number={note} />
          <span className={own.holder}>{holder}</span>
        </>
      ),
      csv: { Note: payment => payment.note, Holder: payment => payment.holder },
    },
    { csv: { Offering: payment => payment.offering, Payment: payment => payment.n } },
    {
      header: 'Interest',
      figures: true,
      cell: ({ state, interest, interestLeft, late, withheld }) => (
        <>
          <Left of={interest} left={interestLeft} isPaid={state === 'paid'} />
          {withheld > 0n && <span className={own.fact}>withhold {formatCents(withheld, true)}</span>}
          {late > 0n && <span className={own.fact}>and {formatCents(late, true)} late interest</span>}
        </>
      ),
      csv: { Interest: payment => payment.interest },
    },
    {
      header: 'Principal',
      figures: true,
      cell: ({ state, principal, principalLeft }) => (
        <Left of={principal} left={principalLeft} isPaid={state === 'paid'} />
      ),
      csv: {
        Principal: payment => payment.principal,
        'Interest to pay': payment => payment.interestLeft,
        'Principal to pay': payment => payment.principalLeft,
        'Late interest': payment => payment.late,
        'Total to pay': leftOf,
        'Tax to withhold': payment => payment.withheld,
        'Total to pay out': payment => leftOf(payment) - payment.withheld,
      },
    },
    {
      header: 'Changes since last payment',
      cell: payment => changedSinceLast(payment),
      csv: {
        'Interest last time': payment => payment.before,
        'Changed since last payment': payment => payment.changed.join('; '),
      },
    },
    {
      header: 'State',
      cell: ({ state, paidOn, isHeld }) => (
        <>
          <Badge tone={tones[state]}>{dueStates[state]}</Badge>
          {isHeld && <span className={own.fact}>Don’t pay: held, foreign by its W-8</span>}
          {paidOn && (
            <span className={own.fact}>
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
  ],
})

/** The unpaid part and the whole amount; the whole amount where all of it was paid. */
function Left({ of, left, isPaid }: { of: bigint; left: bigint; isPaid: boolean }) {
  if (isPaid || left === of) return <Money cents={of} />
  return (
    <>
      <Money cents={left} />
      <span className={own.fact}>of {formatCents(of, true)}</span>
    </>
  )
}

/** Differences from the previous payment, or null. */
function changedSinceLast({ dueDate, payDate, before, interest, principal, isStub, isLate, changed }: DuePayment) {
  const words = isLate
    ? ['interest since maturity', ...changed]
    : [
        ...changed,
        payDate !== dueDate ? `due ${formatDay(dueDate)}` : undefined,
        before === null ? 'first payment' : undefined,
        isStub ? 'short or long period' : undefined,
        before !== null && before !== interest ? `${formatCents(before)} last time` : undefined,
        principal > 0n ? 'returns principal' : undefined,
      ].filter(Boolean)
  return words.length > 0 ? words.join(', ') : null
}
