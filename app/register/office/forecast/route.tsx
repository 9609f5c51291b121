import { href } from 'react-router'
import { formatDay } from '../../../../rules/days.ts'
import { formatCents, sumCents } from '../../../../rules/money.ts'
import { ChoiceField } from '../../../shell/office/search-form.tsx'
import { moneyColumn } from '../../../shell/office/table-columns.tsx'
import { loadList, type Shown, showList } from '../../../shell/portal/list-page.tsx'
import { classes } from '../../../shell/ui/classes.ts'
import { forecastSteps } from '../../cash-forecast.ts'
import { forecastFrom } from '../address.ts'
import { Figures } from '../figures.tsx'
import { Money } from '../money.tsx'
import style from '../register.module.css'
import { defineReport, ReportPage, ReportRows } from '../report.tsx'

export const forecastReport = defineReport('forecast', {
  at: href('/profile/admin/register/forecast'),
  saved: 'cash-forecast',
  requested: forecastFrom,
  totals: ['Interest', 'Principal', 'Cash', 'Renewed (no cash)'],
  columns: [
    {
      header: 'Period',
      role: 'title',
      cell: ({ label, isOverdue }) => <span className={classes(isOverdue && style.late)}>{label}</span>,
      csv: { Period: line => line.label, From: line => line.from, To: line => line.to },
    },
    moneyColumn('Interest', line => line.interest),
    moneyColumn('Principal', line => line.principal),
    moneyColumn('Cash', line => line.interest + line.principal),
    {
      header: 'Renewed (no cash)',
      figures: true,
      // Nothing, rather than a dash: rare, and on a phone a line of its own.
      cell: ({ renewed }) => <Money cents={renewed || null} />,
      csv: { 'Renewed (no cash)': line => line.renewed },
    },
  ],
})

/** Loads what falls due of cash; the query says whether `by` week or by month. */
export const loader = loadList({
  view: forecastFrom,
  read: async ({ actor, operations }, requested) => ({ lines: await operations.getCashForecast(actor, requested) }),
  none: { lines: [] },
  failed: 'LOAD_REGISTER_FAILED',
})

/** What the fund has to have in the bank, and when. */
function ForecastPage({ by, today, lines, loadError }: Shown<typeof loader>) {
  const sum = (part: 'interest' | 'principal' | 'renewed') => sumCents(lines.map(line => line[part]))
  const isEmpty = sum('interest') + sum('principal') + sum('renewed') === 0n
  return (
    <ReportPage
      of={forecastReport}
      title="Cash forecast"
      count={lines.length > 0 && `from ${formatDay(today)} to ${formatDay(lines.at(-1)?.to ?? today)}`}
      query={{ by }}
      loadError={loadError}
      isEmpty={isEmpty}
      filters={<ChoiceField label="Group by" name="by" options={forecastSteps} />}
    >
      <ReportRows
        className={style.list}
        caption={`Cash needed, by ${forecastSteps[by].toLowerCase()}`}
        columns={forecastReport.columns}
        rows={isEmpty ? [] : lines}
        rowKey={({ label }) => label}
        empty={{
          title: 'Nothing falls due',
          text: 'The interest and principal of every funded note will appear here, in the period in which they are to be paid.',
        }}
      >
        <Figures
          figures={[
            ['Cash needed', formatCents(sum('interest') + sum('principal'), true)],
            ['Interest', formatCents(sum('interest'), true)],
            ['Principal', formatCents(sum('principal'), true)],
            ['Renewed (no cash)', formatCents(sum('renewed'), true)],
          ]}
        />
      </ReportRows>
      {!isEmpty && (
        <p className={style.about}>
          What is still to pay, by pay date, as the due list has it, without payments pending approval. Principal that a
          holder has chosen to renew takes no cash; without a choice it is paid out. Interest that a renewed note will
          pay after its maturity isn’t in it until the renewal is recorded.
        </p>
      )}
    </ReportPage>
  )
}

/** How much cash the notes take, and when. */
export default showList<typeof loader>(ForecastPage)
