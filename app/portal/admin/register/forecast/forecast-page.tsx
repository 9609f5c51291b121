import { href } from 'react-router'
import { type ForecastStep, forecastSteps } from '../../../../../rules/cash-forecast.ts'
import { formatDay } from '../../../../../rules/notes/days.ts'
import { formatCents, sumCents } from '../../../../../rules/notes/money.ts'
import type { ForecastLine } from '../../../../../server/register/cash-forecast.ts'
import { classes } from '../../../../ui/classes.ts'
import { PrintButton } from '../../../../ui/print-button.tsx'
import type { Refusal } from '../../../refusal.ts'
import { AdminList, ExportCsv, Filters, Rows } from '../../admin-list.tsx'
import { defineTable } from '../../define-table.ts'
import { ChoiceField } from '../../search-form.tsx'
import { Figures } from '../figures.tsx'
import { Money } from '../money.tsx'
import style from '../register.module.css'

type Props = { by: ForecastStep; today: string; lines: ForecastLine[]; loadError?: Refusal }

/** What the fund has to have in the bank, and when. */
export function ForecastPage({ by, today, lines, loadError }: Props) {
  const sum = (part: 'interest' | 'principal' | 'renewed') => sumCents(lines.map(line => line[part]))
  const isEmpty = sum('interest') + sum('principal') + sum('renewed') === 0n
  return (
    <AdminList
      className={style.page}
      title="Cash forecast"
      count={lines.length > 0 && `from ${formatDay(today)} to ${formatDay(lines.at(-1)?.to ?? today)}`}
      at={href('/profile/admin/register/forecast')}
      query={{ by }}
      loadError={loadError}
      tools={
        !isEmpty && (
          <>
            <PrintButton />
            <ExportCsv at={href('/profile/register/:file', { file: 'forecast.csv' })} />
          </>
        )
      }
    >
      <Filters className={style.search} data-print="no">
        <ChoiceField label="Group by" name="by" options={forecastSteps} />
      </Filters>
      <Rows
        className={style.list}
        caption={`Cash needed, by ${forecastSteps[by].toLowerCase()}`}
        columns={forecastTable.columns}
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
      </Rows>
      {!isEmpty && (
        <p className={style.about}>
          What is still to pay, by pay date, as the due list has it. Principal that a holder has chosen to renew takes
          no cash; without a choice it is paid out. Interest that a renewed note will pay after its maturity isn’t in it
          until the renewal is recorded.
        </p>
      )}
    </AdminList>
  )
}

export const forecastTable = defineTable<ForecastLine>([
  {
    key: 'period',
    header: 'Period',
    role: 'title',
    cell: ({ label, isOverdue }) => <span className={classes(isOverdue && style.late)}>{label}</span>,
    csv: { Period: line => line.label, From: line => line.from, To: line => line.to },
  },
  {
    key: 'interest',
    header: 'Interest',
    figures: true,
    cell: ({ interest }) => <Money cents={interest} />,
    csv: { Interest: line => line.interest },
  },
  {
    key: 'principal',
    header: 'Principal',
    figures: true,
    cell: ({ principal }) => <Money cents={principal} />,
    csv: { Principal: line => line.principal },
  },
  {
    key: 'cash',
    header: 'Cash',
    figures: true,
    cell: ({ interest, principal }) => <Money cents={interest + principal} />,
    csv: { Cash: line => line.interest + line.principal },
  },
  {
    key: 'renewed',
    header: 'Renewed (no cash)',
    figures: true,
    // Nothing, rather than a dash: rare, and on a phone a line of its own.
    cell: ({ renewed }) => <Money cents={renewed || null} />,
    csv: { 'Renewed (no cash)': line => line.renewed },
  },
])
