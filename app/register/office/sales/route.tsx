import { href } from 'react-router'
import { formatDay } from '../../../../rules/days.ts'
import { formatCents } from '../../../../rules/money.ts'
import { countOf, grouped } from '../../../../rules/number.ts'
import { commandActions } from '../../../shell/commands/command-actions.ts'
import { CommandButton } from '../../../shell/commands/command-button.tsx'
import { CommandForm } from '../../../shell/commands/command-form.tsx'
import { countColumn, moneyColumn } from '../../../shell/office/table-columns.tsx'
import { loadList, type Shown, showList } from '../../../shell/portal/list-page.tsx'
import { LoadError } from '../../../shell/portal/load-error.tsx'
import { todayOfFund } from '../../../shell/today-of-fund.ts'
import { classes } from '../../../shell/ui/classes.ts'
import { Day } from '../../../shell/ui/day.tsx'
import { EmptyState } from '../../../shell/ui/empty-state.tsx'
import type { Column } from '../../../shell/ui/ledger.tsx'
import { useNotice } from '../../../shell/ui/notice.tsx'
import { Options } from '../../../shell/ui/options.tsx'
import { StackedLedger } from '../../../shell/ui/stacked-ledger.tsx'
import { filingKinds } from '../../register.ts'
import { recordFilingCommand, withdrawFilingCommand } from '../../sales.commands.ts'
import type { Filing } from '../../server/filings.ts'
import type { SalesByState } from '../../server/sales.ts'
import style from '../register.module.css'
import { defineReport, ReportPage } from '../report.tsx'

/** The sales; where today's date is known, with what is overdue. */
export const salesReport = defineReport('sales', {
  at: href('/profile/admin/register/sales'),
  saved: 'sales-by-state',
  requested: () => ({}),
  columns: [
    { csv: { Offering: sale => sale.offering } },
    {
      header: 'State',
      role: 'title',
      cell: ({ state }) => state ?? 'Not recorded',
      csv: { State: sale => (sale.isAll ? 'All' : (sale.state ?? 'Not recorded')) },
    },
    {
      header: 'First sale',
      cell: ({ firstSale }) => <Day date={firstSale} />,
      csv: { 'First sale': sale => sale.firstSale },
    },
    { header: 'Notice due', cell: ({ due }) => <Day date={due} />, csv: { 'Notice due': sale => sale.due } },
    {
      header: 'Filed',
      cell: ({ filings: [filed], due, today = '' }) =>
        filed ? (
          <>
            <Day date={filed.filedOn} />
            <span className={style.fact}>{filed.receipt ?? 'no receipt yet'}</span>
          </>
        ) : (
          <span className={classes(due < today && style.late)}>{due < today ? 'Overdue' : 'Not yet'}</span>
        ),
      csv: {
        Filed: ({ filings: [filed] }) => filed?.filedOn,
        Receipt: ({ filings: [filed] }) => filed?.receipt,
        'Form D amendment due': sale => sale.amendmentDue,
      },
    },
    {
      header: 'Last sale',
      cell: ({ lastSale }) => <Day date={lastSale} />,
      csv: { 'Last sale': sale => sale.lastSale },
    },
    countColumn('Holders', sale => sale.holders),
    countColumn('Notes', sale => sale.notes),
    moneyColumn('Sold', sale => sale.sold),
  ],
})

/** Loads the sales of each offering, by state, with what was filed. */
export const loader = loadList({
  view: () => ({ today: todayOfFund() }),
  read: async ({ actor, operations }) => ({ sales: await operations.getSales(actor) }),
  none: { sales: [] },
  failed: 'LOAD_REGISTER_FAILED',
})

/** POST: records a filing, or withdraws one. */
export const action = commandActions([recordFilingCommand, withdrawFilingCommand], {
  redirectTo: () => salesReport.at,
})

/** What Form D and the states' notices ask for: first sales, amounts and holders, by offering and state. */
function SalesPage({ today, sales, loadError }: Shown<typeof loader>) {
  const offerings = sales.filter(({ isAll }) => isAll)
  const notice = useNotice()
  return (
    <ReportPage
      of={salesReport}
      title="Sales by state"
      notice={notice}
      count={countOf(sales.length - offerings.length, 'state')}
      loadError={loadError}
      isEmpty={sales.length === 0}
    >
      <LoadError error={loadError} />
      {offerings.map(offering => (
        <Offering
          key={offering.offering}
          all={offering}
          states={sales.filter(({ offering: of, isAll }) => of === offering.offering && !isAll)}
          today={today}
          onNotice={notice.say}
        />
      ))}
      <p className={style.about}>
        A sale counts from the day of the last signature on the note, whenever it was recorded. Form D is due 15 days
        after an offering’s first sale (17 CFR 230.503), and most states ask for their notice 15 days after the first
        sale there; Form D is amended each year, as long as the offering continues. Ask counsel which states want more.
      </p>
      {sales.length === 0 && !loadError && (
        <EmptyState title="No sales yet" level={2}>
          The first sale of each offering, and in each state, will appear here once a note is signed, with the day by
          which to file.
        </EmptyState>
      )}
    </ReportPage>
  )
}

type OfferingProps = {
  all: SalesByState
  states: SalesByState[]
  today: string
  onNotice: (notice: string) => void
}

function Offering({ all, states, today, onNotice }: OfferingProps) {
  const filings = [all, ...states].flatMap(sale => sale.filings)
  return (
    <section className={style.section}>
      <h2>{all.offering}</h2>
      <p className="any-width">
        First sale on {formatDay(all.firstSale)}. <FormD all={all} today={today} /> Sold so far: {formatCents(all.sold)}{' '}
        to {grouped(all.holders)} {all.holders === 1 ? 'holder' : 'holders'}.
      </p>
      <StackedLedger
        className={style.list}
        caption={`Sales of ${all.offering} by state`}
        columns={salesReport.columns}
        rows={states.map(sale => ({ ...sale, today }))}
        rowKey={({ state }) => state ?? ''}
      />
      {filings.length > 0 && (
        <StackedLedger
          className={style.list}
          caption={`Filings of ${all.offering}`}
          columns={filingColumns}
          rows={filings}
          rowKey={({ id }) => id}
        />
      )}
      <FilingForm offering={all.offering} states={states.flatMap(({ state }) => state ?? [])} onNotice={onNotice} />
    </section>
  )
}

/** Whether Form D was filed, and the next filing due with the SEC. */
function FormD({ all: { due, filings, amendmentDue }, today }: { all: SalesByState; today: string }) {
  const [last] = filings
  if (!last || !amendmentDue)
    return (
      <>
        Form D {due < today ? 'was' : 'is'} due on <strong>{formatDay(due)}</strong>, and isn’t recorded as filed.
      </>
    )
  return (
    <>
      {filingKinds[last.kind]} filed on {formatDay(last.filedOn)}; while the offering continues, the next amendment{' '}
      {amendmentDue < today ? 'was' : 'is'} due by <strong>{formatDay(amendmentDue)}</strong>.
    </>
  )
}

type FilingFormProps = { offering: string; states: string[]; onNotice: OfferingProps['onNotice'] }

/** Records what was filed, and its receipt once there is one. */
function FilingForm({ offering, states, onNotice }: FilingFormProps) {
  return (
    <CommandForm
      command={recordFilingCommand}
      action={salesReport.at}
      form={offering}
      row={style.search}
      size="small"
      aria-label={`Record a filing of ${offering}`}
      data-print="no"
      fields={{ offering, what: { children: <Options of={whatToFile(states)} /> } }}
      onDone={onNotice}
    />
  )
}

/** @returns what can be filed, by the value that the form sends */
const whatToFile = (states: readonly string[]) => ({
  form_d: filingKinds.form_d,
  amendment: filingKinds.amendment,
  ...Object.fromEntries(states.map(state => [`notice ${state}`, `${filingKinds.notice}, ${state}`])),
})

const filingColumns: Column<Filing>[] = [
  {
    header: 'Filing',
    role: 'title',
    cell: ({ kind, state }) => [filingKinds[kind], state].filter(Boolean).join(', '),
  },
  { header: 'Filed', cell: ({ filedOn }) => <Day date={filedOn} /> },
  { header: 'Receipt', cell: ({ receipt }) => receipt ?? 'None yet' },
  { header: 'Recorded by', cell: ({ by }) => by },
  {
    header: 'Actions',
    role: 'actions',
    cell: ({ id, kind, filedOn }) => (
      <CommandButton
        command={withdrawFilingCommand}
        fields={{ filing: id }}
        variant="link"
        aria-label={`Withdraw ${filingKinds[kind]} of ${formatDay(filedOn)}`}
      />
    ),
  },
]

/** Sales by offering and state. */
export default showList<typeof loader>(SalesPage)
