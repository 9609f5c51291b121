import { formatDay } from '../../../../rules/days.ts'
import { formatCents } from '../../../../rules/money.ts'
import { countOf, grouped } from '../../../../rules/number.ts'
import { ledgerAccounts } from '../../../ledger/ledger-accounts.ts'
import type { LedgerEntry } from '../../../ledger/server/get-ledger.ts'
import { Money } from '../../../register/office/money.tsx'
import style from '../../../register/office/register.module.css'
import type { NoteStory } from '../../../register/server/note-story.ts'
import type { StoryLine } from '../../../register/server/story-statements.ts'
import { Badge } from '../../../shell/ui/badge.tsx'
import { Day } from '../../../shell/ui/day.tsx'
import type { Column } from '../../../shell/ui/ledger.tsx'
import { StackedLedger } from '../../../shell/ui/stacked-ledger.tsx'
import { ledgerKinds } from '../../note-records.ts'
import { isLate } from '../../standing.ts'
import { Fold } from './fold.tsx'
import own from './note.module.css'

/** From how many payments on those that are recorded are folded, so that what comes next is in sight. */
const shownRecorded = 3

/** Every payment of the note's schedule, and where it has got to. Those that are recorded are behind their number. */
export function ScheduleTable({ story, today }: { story: NoteStory; today: string }) {
  // Late interest that had been paid before falls due with nothing left of it.
  const lines = story.lines.filter(({ interest, principal }) => interest > 0n || principal > 0n)
  const firstOpen = lines.findIndex(line => !isLineRecorded(line))
  const recorded = lines.slice(0, firstOpen < 0 ? lines.length : firstOpen)
  const folded = recorded.length > shownRecorded ? recorded : []
  const shown = lines.slice(folded.length)
  const columns = scheduleColumns(story, today)
  const rowKey = ({ version, n }: StoryLine) => `${version} ${n}`
  return (
    <section className={style.section} id="schedule" aria-labelledby="schedule-title">
      <h2 id="schedule-title">Schedule</h2>
      {folded.length > 0 && (
        <details className={own.recorded}>
          <summary>{grouped(folded.length)} payments recorded</summary>
          <StackedLedger
            className={style.list}
            caption="Recorded payments of the schedule"
            columns={columns}
            rows={folded}
            rowKey={rowKey}
          />
        </details>
      )}
      {shown.length > 0 && (
        <StackedLedger className={style.list} caption="Schedule" columns={columns} rows={shown} rowKey={rowKey} />
      )}
    </section>
  )
}

function scheduleColumns({ terms }: NoteStory, today: string): Column<StoryLine>[] {
  return [
    {
      header: 'Payment',
      role: 'title',
      cell: ({ n, isStub, due, principal }) => (
        <>
          {n}
          {isStub && (
            <span className={style.fact}>
              {principal === 0n && due >= (terms.maturityDate ?? '') ? 'since maturity' : 'shorter or longer'}
            </span>
          )}
        </>
      ),
    },
    { header: 'Due', cell: ({ due }) => <Day date={due} /> },
    { header: 'To be paid', cell: ({ pay }) => <Day date={pay} /> },
    { header: 'Interest', figures: true, cell: ({ interest }) => <Money cents={interest} /> },
    { header: 'Principal', figures: true, cell: ({ principal }) => <Money cents={principal} /> },
    { header: 'Interest paid', figures: true, cell: ({ paid }) => <Money cents={paid} /> },
    {
      header: 'State',
      cell: line => <LineState line={line} today={today} />,
    },
  ]
}

function isLineRecorded({ paid, interest, principalLeft }: StoryLine): boolean {
  return paid >= interest && principalLeft === 0n
}

function LineState({ line, today }: { line: StoryLine; today: string }) {
  if (isLineRecorded(line)) return <Badge>Recorded</Badge>
  if (line.isRequested) return <Badge tone="warning">Waiting</Badge>
  if (isLate({ pay: line.pay, left: line.interest - line.paid + line.principalLeft }, today))
    return <Badge tone="danger">Late</Badge>
  return line.paid > 0n ? `${formatCents(line.interest - line.paid)} to go` : 'To come'
}

/** The note's entries in the ledger, each with its lines. */
export function LedgerTable({ story: { entries } }: { story: NoteStory }) {
  if (entries.length === 0) return null
  return (
    <Fold id="ledger" title="Ledger" count={countOf(entries.length, 'entry', 'entries')} printed>
      <StackedLedger
        className={style.list}
        caption="Ledger"
        columns={ledgerColumns}
        rows={entries}
        rowKey={({ id }) => id}
      />
    </Fold>
  )
}

/** @returns what an entry moved */
export function amountOf({ lines }: LedgerEntry): bigint {
  return lines.reduce((sum, { debit }) => sum + debit, 0n)
}

const ledgerColumns: Column<LedgerEntry>[] = [
  {
    header: 'Entry',
    role: 'title',
    cell: ({ kind, line, reversedBy }) => (
      <>
        {ledgerKinds[kind]} {line && `(payment ${line.n})`} {reversedBy && <Badge tone="warning">Reversed</Badge>}
      </>
    ),
  },
  {
    header: 'Booked',
    cell: ({ bookedOn, relatesTo }) => (
      <>
        <Day date={bookedOn} />
        {relatesTo !== bookedOn && <span className={style.fact}>for {formatDay(relatesTo)}</span>}
      </>
    ),
  },
  {
    header: 'Debit / credit',
    cell: ({ lines }) => (
      <>
        {lines.map(({ account, debit }) => (
          <span key={`${account} ${debit}`} className={style.fact}>
            {debit > 0n ? '' : '/ '}
            {account} {ledgerAccounts[account]}
          </span>
        ))}
      </>
    ),
  },
  { header: 'Amount', figures: true, cell: entry => <Money cents={amountOf(entry)} /> },
  { header: 'Reference', cell: ({ reference }) => reference },
]
