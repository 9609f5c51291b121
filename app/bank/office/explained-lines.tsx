import { href } from 'react-router'
import { formatDay } from '../../../rules/days.ts'
import { formatCents, sumCents } from '../../../rules/money.ts'
import { countOf } from '../../../rules/number.ts'
import { withQuery } from '../../../rules/url.ts'
import { requestAddress } from '../../approvals/office/request-address.ts'
import { Money } from '../../register/office/money.tsx'
import style from '../../register/office/register.module.css'
import { NoteName } from '../../register/office/register-columns.tsx'
import { CommandButton } from '../../shell/commands/command-button.tsx'
import linkStyle from '../../shell/office/person-link.module.css'
import { Day } from '../../shell/ui/day.tsx'
import type { Column } from '../../shell/ui/ledger.tsx'
import { Link } from '../../shell/ui/link.tsx'
import { StackedLedger } from '../../shell/ui/stacked-ledger.tsx'
import { reopenBankLineCommand } from '../bank.commands.ts'
import { bankExplanations } from '../bank.ts'
import type { BankList, ExplainedBankLine } from '../server/bank-lines.ts'
import type { Uncleared } from '../server/propose-matches.ts'

type Props = { title: string; lines: readonly ExplainedBankLine[] }

/** Lines shown: no one reads all of a month's. */
const linesShown = 200

/** Lines that are explained, folded away. */
export function ExplainedLines({ title, lines }: Props) {
  if (lines.length === 0) return null
  return (
    <details className={style.explained}>
      <summary>
        {title}: {countOf(lines.length, 'line')}
      </summary>
      <StackedLedger
        className={style.list}
        caption={title}
        columns={explainedColumns}
        rows={lines.slice(0, linesShown)}
        rowKey={({ id }) => id}
      />
      {lines.length > linesShown && <p className={style.about}>The first {linesShown} are shown.</p>}
    </details>
  )
}

const explainedColumns: Column<ExplainedBankLine>[] = [
  {
    header: 'Bank line',
    role: 'title',
    cell: ({ description, reference }) => (
      <>
        {description || reference}
        {reference !== description && <span className={style.fact}>{reference}</span>}
      </>
    ),
  },
  { header: 'Date', cell: ({ day }) => <Day date={day} /> },
  {
    header: 'Match',
    cell: ({ notes, explained, request, isPending }) =>
      isPending && request ? (
        <Link to={requestAddress(request)} className={linkStyle.link}>
          {notes}
        </Link>
      ) : (
        [notes, explained && bankExplanations[explained]].filter(Boolean).join('; ')
      ),
  },
  { header: 'Amount', figures: true, cell: ({ cents }) => <Money cents={cents} /> },
  {
    header: 'Actions',
    role: 'actions',
    cell: ({ id, isPending, description, reference }) =>
      !isPending && (
        <CommandButton
          command={reopenBankLineCommand}
          fields={{ line: id }}
          variant="link"
          aria-label={`Open again: ${description || reference}`}
        />
      ),
  },
]

/** What the ledger has and the bank hasn't shown: a check no one cashed, a payment that was never sent, or another day's. */
export function UnclearedEntries({ entries, since, list: { id, lastDay } }: UnclearedProps) {
  const sum = sumCents(entries.map(({ cents }) => cents))
  return (
    <section className={style.section} aria-labelledby="uncleared">
      <h2 id="uncleared">Recorded, not at the bank yet</h2>
      <p className={style.about}>
        No line of the bank shows these of the ledger {since ? `from ${formatDay(since)}` : 'from the first list'} to{' '}
        {formatDay(lastDay)}: <span className={style.number}>{formatCents(sum, true)}</span> in all.{' '}
        {since && (
          <Link
            to={withQuery(href('/profile/admin/register/bank'), { list: id, since: 'first' })}
            className={linkStyle.link}
          >
            Search since the first list
          </Link>
        )}
      </p>
      {entries.length > 0 && (
        <StackedLedger
          className={style.list}
          caption="Entries that have not cleared"
          columns={unclearedColumns}
          rows={entries.slice(0, linesShown)}
          rowKey={({ entryIds }) => entryIds.join()}
        />
      )}
      {entries.length > linesShown && <p className={style.about}>The first {linesShown} are shown.</p>}
    </section>
  )
}

interface UnclearedProps {
  entries: readonly Uncleared[]
  /** The first day of the search; undefined: since the first list. */
  since: string | undefined
  list: BankList
}

const unclearedColumns: Column<Uncleared>[] = [
  {
    header: 'Note and holder',
    role: 'title',
    cell: ({ noteId, number, holder }) => <NoteName id={noteId} number={number} holder={holder} />,
  },
  { header: 'Date', cell: ({ day }) => <Day date={day} /> },
  { header: 'Bank reference', cell: ({ reference }) => reference },
  { header: 'Amount', figures: true, cell: ({ cents }) => <Money cents={cents} /> },
]
