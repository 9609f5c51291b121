import { formatCents } from '../../../rules/money.ts'
import type { Column } from '../../shell/ui/ledger.tsx'
import { StackedLedger } from '../../shell/ui/stacked-ledger.tsx'
import type { OwnNote } from '../server/note-facts.ts'

interface Year {
  year: string
  paidCents: bigint
  withheldCents: bigint
  scheduledCents: bigint
  principalCents: bigint
}

const amount = (cents: bigint) => (cents > 0n ? formatCents(cents, true) : '–')

const columnsOf = (isWithheld: boolean): Column<Year>[] => [
  { header: 'Year', role: 'title', cell: ({ year }) => year },
  { header: 'Interest paid', figures: true, cell: ({ paidCents }) => amount(paidCents) },
  ...(isWithheld
    ? [
        {
          header: 'Of it, withheld for tax',
          figures: true,
          cell: ({ withheldCents }: Year) => amount(withheldCents),
        },
      ]
    : []),
  { header: 'Still scheduled', figures: true, cell: ({ scheduledCents }) => amount(scheduledCents) },
  { header: 'Principal', figures: true, cell: ({ principalCents }) => amount(principalCents) },
]

/** Interest by the year of its payment, past or future, and the principal due in it. */
export function PaymentsByYear({ notes, today }: { notes: readonly OwnNote[]; today: string }) {
  const years = yearsOf(notes, today)
  return (
    <StackedLedger
      caption="Payments by year"
      columns={columnsOf(years.some(({ withheldCents }) => withheldCents > 0n))}
      rows={years}
      rowKey={({ year }) => year}
    />
  )
}

function yearsOf(notes: readonly OwnNote[], today: string): Year[] {
  const years = new Map<string, Year>()
  const yearOf = (day: string) => {
    const year = day.slice(0, 4)
    const known = years.get(year) ?? { year, paidCents: 0n, withheldCents: 0n, scheduledCents: 0n, principalCents: 0n }
    years.set(year, known)
    return known
  }
  for (const { interestByYear, withheldByYear, payments } of notes) {
    for (const [year, cents] of Object.entries(interestByYear)) yearOf(year).paidCents += cents
    for (const [year, cents] of Object.entries(withheldByYear)) yearOf(year).withheldCents += cents
    for (const { state, payDate, interestCents, principalCents } of payments) {
      yearOf(payDate).principalCents += principalCents
      // A late payment is expected today, in the current year.
      if (state !== 'paid' && state !== 'renewed')
        yearOf(payDate < today ? today : payDate).scheduledCents += interestCents
    }
  }
  return [...years.values()].sort((a, b) => a.year.localeCompare(b.year))
}
