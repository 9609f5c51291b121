import { href } from 'react-router'
import { addDays, formatDay } from '../../../../rules/days.ts'
import { formatCents, sumCents } from '../../../../rules/money.ts'
import { countOf, grouped } from '../../../../rules/number.ts'
import { withQuery } from '../../../../rules/url.ts'
import { ledgerKinds } from '../../../notes/note-records.ts'
import { journalPeriod } from '../../../register/office/address.ts'
import { Figures } from '../../../register/office/figures.tsx'
import { Money } from '../../../register/office/money.tsx'
import style from '../../../register/office/register.module.css'
import { NoteName } from '../../../register/office/register-columns.tsx'
import { describeArchives, fileOf, ReportPage, ReportRows } from '../../../register/office/report.tsx'
import { quarterOf } from '../../../register/periods.ts'
import { text } from '../../../shell/actions/fields.ts'
import { commandActions } from '../../../shell/commands/command-actions.ts'
import { CommandForm } from '../../../shell/commands/command-form.tsx'
import rows from '../../../shell/office/rows.module.css'
import { DayField } from '../../../shell/office/search-form.tsx'
import { loadList, showList } from '../../../shell/portal/list-page.tsx'
import { pageNumber } from '../../../shell/portal/list-place.ts'
import type { Refusal } from '../../../shell/portal/refusal.ts'
import { todayOfFund } from '../../../shell/today-of-fund.ts'
import { Button } from '../../../shell/ui/button.tsx'
import { classes } from '../../../shell/ui/classes.ts'
import { Day } from '../../../shell/ui/day.tsx'
import { FormattedDate } from '../../../shell/ui/formatted-date.tsx'
import type { Column } from '../../../shell/ui/ledger.tsx'
import { useNotice } from '../../../shell/ui/notice.tsx'
import { StackedLedger } from '../../../shell/ui/stacked-ledger.tsx'
import { exportJournalCommand } from '../../journal.commands.ts'
import { type JournalFormat, journalFormats, journalPerPage } from '../../journal.ts'
import { ledgerAccounts } from '../../ledger-accounts.ts'
import type { getJournal, JournalExport, ShownEntry } from '../../server/journal/journal-exports.ts'

/** Loads a page of the journal of a period; the query has the days `from` and `to`, and `page`, from 1. */
export const loader = loadList({
  view: query => ({ ...journalPeriod(query), page: pageNumber(query), today: todayOfFund() }),
  read: ({ actor, operations }, { from, to, page }) => operations.getJournal(actor, { from, to, page: page - 1 }),
  none: { entries: [], total: 0, sum: 0n, news: { quickbooks: 0, xero: 0, csv: 0 }, exports: [] },
  failed: 'LOAD_REGISTER_FAILED',
})

/** POST: exports the journal of a period for another program. */
export const action = commandActions([exportJournalCommand], {
  redirectTo: ({ form }) => withQuery(journalReport.at, { from: text(form, 'from'), to: text(form, 'to') }),
})

/** The journal of entries. */
export default showList<typeof loader>(JournalPage)

type Props = Awaited<ReturnType<typeof getJournal>> & {
  from: string
  to: string
  page: number
  today: string
  loadError?: Refusal
}

/** Every entry of a period, and what of it has left for the fund's own books. */
function JournalPage({ from, to, page, today, entries, total, sum, news, exports, loadError }: Props) {
  const notice = useNotice()
  const lastQuarter = quarterOf(addDays(quarterOf(today).from, -1))
  return (
    <ReportPage
      of={journalReport}
      title="Journal"
      count={countOf(total, 'entry', 'entries')}
      query={{ from, to }}
      loadError={loadError}
      notice={notice}
      isEmpty={total === 0}
      label="Period"
      filters={
        <>
          <DayField label="From" name="from" required />
          <DayField label="To" name="to" required />
        </>
      }
      first={
        <Button size="small" to={withQuery(journalReport.at, lastQuarter)}>
          Last quarter
        </Button>
      }
      tools={
        <Button size="small" to={withQuery(href('/profile/admin/register/accrual'), to < today ? { on: to } : {})}>
          Accrued interest
        </Button>
      }
    >
      <ReportRows
        caption={`Entries from ${formatDay(from)} to ${formatDay(to)}`}
        columns={journalReport.columns}
        rows={entries}
        pages={{ label: 'entries', page, total, size: journalPerPage }}
        empty={{
          title: 'No entries in this period',
          text: `From ${formatDay(from)} to ${formatDay(to)} the ledger has no entries. They are written when funds arrive, interest falls due, and payments are recorded.`,
        }}
      >
        <Figures
          alike
          figures={[
            ['Debits', formatCents(sum, true)],
            ['Credits', formatCents(sum, true)],
          ]}
        />
      </ReportRows>
      {!loadError && <ExportForm from={from} to={to} news={news} total={total} onNotice={notice.say} />}
      {exports.length > 0 && <Exports exports={exports} />}
    </ReportPage>
  )
}

type ExportFormProps = Pick<Props, 'from' | 'to' | 'news' | 'total'> & { onNotice: (notice: string) => void }

/** Exports the period for another program; it says how many entries are new to it. */
function ExportForm({ from, to, news, total, onNotice }: ExportFormProps) {
  if (total === 0 && Object.values(news).every(count => count === 0)) return null
  return (
    <section className={style.section} aria-labelledby="export" data-print="no">
      <h2 id="export">Export for your books</h2>
      <p className={style.about}>
        Each entry is exported once for each program. What is recorded later about an earlier day leaves with the next
        export, as a correction does. Each line names its note, and its holder by number and legal name; your accounts
        are called as <code>content/bookkeeping.ts</code> has them.
      </p>
      <CommandForm
        command={exportJournalCommand}
        action={withQuery(journalReport.at, { from, to })}
        button={`Export ${formatDay(from)} to ${formatDay(to)}`}
        fields={{
          from: { type: 'hidden', value: from },
          to: { type: 'hidden', value: to },
          format: {
            children: (Object.keys(journalFormats) as JournalFormat[]).map(format => (
              <option key={format} value={format}>
                {journalFormats[format]}: {news[format] === 0 ? 'nothing new' : `${grouped(news[format])} new`}
              </option>
            )),
          },
        }}
        onDone={onNotice}
      />
    </section>
  )
}

function Exports({ exports }: Pick<Props, 'exports'>) {
  return (
    <section className={style.section} data-print="no">
      <h2>Exports</h2>
      <StackedLedger
        className={style.list}
        caption="Exports of the journal"
        columns={exportColumns}
        rows={exports}
        rowKey={({ id }) => id}
      />
    </section>
  )
}

/** Every entry; an archive is an export that was retained. */
export const journalReport = describeArchives<ShownEntry>('journal', {
  at: href('/profile/admin/register/journal'),
  by: 'export',
  open: ({ actor, operations }, id) => operations.downloadJournal(actor, id),
  columns: [
    {
      header: 'Entry',
      role: 'title',
      cell: ({ kind, number }) => (
        <>
          {ledgerKinds[kind]} <span className={rows.fact}>{number}</span>
        </>
      ),
    },
    {
      header: 'Date',
      cell: ({ bookedOn, relatesTo }) => (
        <>
          <Day date={bookedOn} />
          {relatesTo !== bookedOn && <span className={rows.fact}>for {formatDay(relatesTo)}</span>}
        </>
      ),
    },
    { header: 'Note', cell: ({ noteId, note }) => <NoteName id={noteId} number={note} /> },
    { header: 'Holder', className: rows.grows, cell: ({ holder }) => holder },
    { header: 'Debit', cell: entry => <Accounts of={entry} side="debit" /> },
    { header: 'Credit', cell: entry => <Accounts of={entry} side="credit" /> },
    {
      header: 'Amount',
      figures: true,
      cell: ({ lines }) => <Money cents={sumCents(lines.map(({ debit }) => debit))} />,
    },
    {
      header: 'Reference',
      className: classes(rows.grows, rows.little, rows.desk),
      cell: ({ reference, reverses }) => (
        <>
          {reference}
          {reverses && <span className={rows.fact}>reverses {reverses.number}</span>}
        </>
      ),
    },
    {
      header: 'Exported',
      className: rows.wide,
      cell: ({ exported }) => (exported.length > 0 ? exported.join(', ') : 'Not yet'),
    },
  ],
})

/** The accounts that an entry debits, or credits: on a desk by their numbers alone. */
function Accounts({ of: { lines }, side }: { of: ShownEntry; side: 'debit' | 'credit' }) {
  return lines
    .filter(line => line[side] > 0n)
    .map(({ account, note }) => (
      <span key={`${account} ${note}`} className="block" title={ledgerAccounts[account]}>
        {account} <span className={rows.long}>{ledgerAccounts[account]}</span>
      </span>
    ))
}

const exportColumns: Column<JournalExport>[] = [
  {
    header: 'Export',
    role: 'title',
    cell: ({ number, format }) => `${journalFormats[format]} ${number}`,
  },
  { header: 'Period', cell: ({ from, to }) => `${formatDay(from)} to ${formatDay(to)}` },
  { header: 'Entries', figures: true, cell: ({ entries }) => grouped(entries) },
  { header: 'Debits = credits', figures: true, cell: ({ sum }) => <Money cents={sum} /> },
  {
    header: 'Exported',
    cell: ({ by, at }) => (
      <>
        <FormattedDate date={at} time />
        <span className={style.fact}>{by}</span>
      </>
    ),
  },
  {
    header: 'Actions',
    role: 'actions',
    cell: ({ id, number, format }) => (
      <Button
        size="small"
        variant="link"
        href={withQuery(fileOf(journalReport.file), { export: id })}
        aria-label={`Download export ${number} for ${journalFormats[format]}`}
      >
        Download
      </Button>
    ),
  },
]
