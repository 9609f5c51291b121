import { ledgerAccounts } from '../../../../../rules/ledger-accounts.ts'
import { ledgerKinds, reversalReasons } from '../../../../../rules/note-records.ts'
import { formatDay } from '../../../../../rules/notes/days.ts'
import { formatCents, sumCents } from '../../../../../rules/notes/money.ts'
import { principalAfter } from '../../../../../rules/notes/part-repayment.ts'
import type { LedgerEntry } from '../../../../../server/ledger/get-ledger.ts'
import type { NoteStory, StoryLine } from '../../../../../server/register/note-story.ts'
import { Badge } from '../../../../ui/badge.tsx'
import { Day } from '../../../../ui/day.tsx'
import { SelectField } from '../../../../ui/field.tsx'
import type { Column } from '../../../../ui/ledger.tsx'
import { StackedLedger } from '../../../../ui/stacked-ledger.tsx'
import { Money } from '../money.tsx'
import style from '../register.module.css'
import { NoteField } from './note-field.tsx'
import { NoteForm } from './note-form.tsx'

/** Every payment of the note's schedule, and where it has got to. */
export function ScheduleTable({ story, today }: { story: NoteStory; today: string }) {
  return (
    <section className={style.section}>
      <h3>Schedule</h3>
      <StackedLedger
        className={style.list}
        caption="Schedule"
        columns={scheduleColumns(story, today)}
        rows={story.lines}
        rowKey={({ version, n }) => `${version} ${n}`}
      />
    </section>
  )
}

function scheduleColumns({ owed, lines }: NoteStory, today: string): Column<StoryLine>[] {
  return [
    {
      key: 'n',
      header: 'Payment',
      role: 'title',
      cell: ({ n, isStub }) => (
        <>
          {n}
          {isStub && <span className={style.fact}>shorter or longer</span>}
        </>
      ),
    },
    { key: 'due', header: 'Due', cell: ({ due }) => <Day date={due} /> },
    { key: 'pay', header: 'To be paid', cell: ({ pay }) => <Day date={pay} /> },
    { key: 'interest', header: 'Interest', figures: true, cell: ({ interest }) => <Money cents={interest} /> },
    { key: 'principal', header: 'Principal', figures: true, cell: ({ principal }) => <Money cents={principal} /> },
    { key: 'paid', header: 'Interest paid', figures: true, cell: ({ paid }) => <Money cents={paid} /> },
    {
      key: 'state',
      header: 'State',
      cell: line => <LineState line={line} owed={owed} later={principalAfter(lines, line.due)} today={today} />,
    },
  ]
}

function LineState({ line, owed, later, today }: { line: StoryLine; owed: bigint; later: bigint; today: string }) {
  const isPaid = line.paid >= line.interest && (line.principal === 0n || owed <= later)
  if (isPaid) return <Badge>Recorded</Badge>
  if (line.isAsked) return <Badge tone="warning">Waiting</Badge>
  if (line.pay < today) return <Badge tone="danger">Overdue</Badge>
  return line.paid > 0n ? `${formatCents(line.interest - line.paid)} to go` : 'To come'
}

/** The note's entries in the ledger, each with its lines. Payments can be reversed, which takes two people. */
export function LedgerTable({
  story,
  today,
  onDone,
}: {
  story: NoteStory
  today: string
  onDone: (notice: string) => void
}) {
  if (story.entries.length === 0) return null
  const reversible = story.entries.filter(
    ({ kind, reversedBy }) => (kind === 'payment' || kind === 'principal') && !reversedBy,
  )
  const payments = [...Map.groupBy(reversible, ({ payment }) => payment).values()]
  return (
    <section className={style.section}>
      <h3>Ledger</h3>
      <StackedLedger
        className={style.list}
        caption="Ledger"
        columns={ledgerColumns}
        rows={story.entries}
        rowKey={({ id }) => id}
      />
      {reversible.length > 0 && (
        <details className={style.rare} data-print="no">
          <summary>Reverse a payment</summary>
          <NoteForm noteId={story.id} intent="reverse" label="Ask to reverse it" variant="danger" onDone={onDone}>
            <p className={style.about}>
              All of the payment is reversed: an entry that mirrors each of its entries is added. They stay.
            </p>
            <SelectField label="Payment" name="entry">
              {payments.toReversed().map(entries => (
                <option key={entries[0]?.id} value={entries[0]?.id}>
                  {paymentWords(entries)}
                </option>
              ))}
            </SelectField>
            <div className={style.pair}>
              <SelectField label="Why" name="why">
                {Object.entries(reversalReasons).map(([why, label]) => (
                  <option key={why} value={why}>
                    {label}
                  </option>
                ))}
              </SelectField>
              <NoteField label="On" type="date" name="day" defaultValue={today} max={today} required />
            </div>
          </NoteForm>
        </details>
      )}
    </section>
  )
}

/** @returns a payment in words, such as 'Interest paid, principal paid on Nov 20, 2026: $206,333.33 (WIRE 9)' */
function paymentWords(entries: readonly LedgerEntry[]): string {
  const [first] = entries
  const kinds = [...new Set(entries.map(({ kind }) => ledgerKinds[kind]))]
  const words = kinds.map((kind, i) => (i === 0 ? kind : kind.toLowerCase())).join(', ')
  const reference = first?.reference ? ` (${first.reference})` : ''
  return `${words} on ${formatDay(first?.relatesTo ?? '')}: ${formatCents(sumCents(entries.map(amountOf)))}${reference}`
}

function amountOf({ lines }: LedgerEntry): bigint {
  return lines.reduce((sum, { debit }) => sum + debit, 0n)
}

const ledgerColumns: Column<LedgerEntry>[] = [
  {
    key: 'kind',
    header: 'Entry',
    role: 'title',
    cell: ({ kind, line, reversedBy }) => (
      <>
        {ledgerKinds[kind]} {line && `(payment ${line.n})`} {reversedBy && <Badge tone="warning">Reversed</Badge>}
      </>
    ),
  },
  {
    key: 'booked',
    header: 'Booked',
    cell: ({ bookedOn, relatesTo }) => (
      <>
        <Day date={bookedOn} />
        {relatesTo !== bookedOn && <span className={style.fact}>for {formatDay(relatesTo)}</span>}
      </>
    ),
  },
  {
    key: 'accounts',
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
  { key: 'amount', header: 'Amount', figures: true, cell: entry => <Money cents={amountOf(entry)} /> },
  { key: 'reference', header: 'Reference', cell: ({ reference }) => reference },
]
