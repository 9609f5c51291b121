import { href } from 'react-router'
import { formatCents, formatRate } from '../../../rules/money.ts'
import { type StandingFacts, standingOf } from '../../notes/standing.ts'
import type { TableColumn } from '../../shell/office/define-table.ts'
import linkStyle from '../../shell/office/person-link.module.css'
import rows from '../../shell/office/rows.module.css'
import { moneyColumn } from '../../shell/office/table-columns.tsx'
import { Badge } from '../../shell/ui/badge.tsx'
import { classes } from '../../shell/ui/classes.ts'
import { Day } from '../../shell/ui/day.tsx'
import type { Column } from '../../shell/ui/ledger.tsx'
import { Link } from '../../shell/ui/link.tsx'
import type { RegisterGroup, RegisterNote } from '../server/register-list.ts'
import { onItsDay, readAddress } from './address.ts'
import { Money } from './money.tsx'
import { defineReport } from './report.tsx'

/** What a note is, as its badge. */
export function NoteStanding({ of }: { of: StandingFacts }) {
  const { label, tone } = standingOf(of)
  return <Badge tone={tone}>{label}</Badge>
}

/** The column of it, on a page and in its file. */
export function standingColumn<Row extends StandingFacts>(): TableColumn<Row> {
  return {
    header: 'State',
    cell: note => <NoteStanding of={note} />,
    csv: { State: note => standingOf(note).word, 'Late since': note => note.late?.since ?? null },
  }
}

/** A link to a note's page, with its holder below. */
export function NoteName({ id, number, holder }: { id: string | null; number: string; holder?: string }) {
  return (
    <>
      {id ? (
        <Link to={href('/profile/admin/register/notes/:id', { id })} className={classes(linkStyle.link, rows.number)}>
          {number}
        </Link>
      ) : (
        // A deposit of tax is of no note.
        number
      )}
      {holder && <span className={rows.fact}>{holder}</span>}
    </>
  )
}

/** The amount due on a note, with its parts if it isn't only scheduled interest. */
function Due({ of: { due, unpaid, principalDue, lateInterest } }: { of: RegisterNote }) {
  const parts = [
    principalDue > 0n && `${formatCents(principalDue, true)} principal`,
    principalDue > 0n && unpaid > 0n && `${formatCents(unpaid, true)} interest`,
    lateInterest > 0n && `${formatCents(lateInterest, true)} late interest`,
    unpaid < 0n && `${formatCents(-unpaid, true)} paid ahead`,
  ].filter(part => part !== false)
  return (
    <>
      <Money cents={due} />
      {parts.map(part => (
        <span key={part} className={classes(rows.fact, rows.part)}>
          {part}
        </span>
      ))}
    </>
  )
}

/** The register note by note. */
export const registerReport = defineReport('register', {
  at: href('/profile/admin/register'),
  saved: ({ query: { on } }) => onItsDay('register', on),
  requested: query => ({ query: readAddress(query) }),
  totals: [
    ...['Principal', 'Accrued', 'Interest due', 'Principal due', 'Late interest', 'Total due', 'Total owed'],
    'Interest paid',
  ],
  columns: [
    {
      header: 'Note and holder',
      role: 'title',
      className: classes(rows.grows, rows.wraps),
      cell: ({ id, number, holder }) => <NoteName id={id} number={number} holder={holder} />,
      csv: {
        Note: note => note.number,
        Holder: note => note.holder,
        'Holder number': note => note.holderNumber,
        Offering: note => note.offering,
      },
    },
    moneyColumn('Principal', note => note.principal),
    {
      header: 'Rate',
      figures: true,
      cell: ({ rateBp, payout }) => (
        <>
          {formatRate(rateBp)}
          <span className={rows.fact}>{payout}</span>
        </>
      ),
      csv: {
        'Rate (%)': note => note.rateBp / 100,
        'Term (months)': note => note.termMonths,
        Payout: note => note.payout,
      },
    },
    {
      header: 'Issued',
      className: rows.widest,
      cell: ({ issueDate }) => issueDate && <Day date={issueDate} />,
      csv: { Issued: note => note.issueDate },
    },
    {
      header: 'Matures',
      cell: ({ maturityDate }) => maturityDate && <Day date={maturityDate} />,
      csv: { Matures: note => note.maturityDate },
    },
    // All that principal and accrued interest follow from: in the words of the import's columns.
    {
      csv: {
        'As of': note => note.on,
        'Original principal': note => note.issued,
        'Principal repaid': note => note.repaid,
        'Day count': note => note.dayCount,
        Convention: note => note.convention,
        'Default rate (%)': note => note.defaultRateBp && note.defaultRateBp / 100,
        'First payment date': note => note.firstPaymentDate,
        'Next due date': note => note.nextDue,
        'Interest from': note => note.interestFrom,
      },
    },
    moneyColumn('Accrued', note => note.accrued, { className: rows.desk }),
    {
      header: 'Due',
      figures: true,
      cell: note => <Due of={note} />,
      csv: {
        'Interest due': note => note.unpaid,
        'Principal due': note => note.principalDue,
        'Late interest': note => note.lateInterest,
        'Total due': note => note.due,
      },
    },
    moneyColumn('Total owed', note => note.total, { className: rows.wide }),
    moneyColumn('Interest paid', note => note.paid, { className: rows.widest }),
    standingColumn(),
  ],
})

/**
 * The register added up.
 * @param name of what each row is
 * @param addressOf where a row's notes are
 */
export function groupColumns(name: string, addressOf: (group: RegisterGroup) => string): Column<RegisterGroup>[] {
  return [
    {
      header: name,
      role: 'title',
      className: rows.grows,
      cell: group => (
        <>
          <Link to={addressOf(group)} className={linkStyle.link}>
            {group.name}
          </Link>
          {group.number && <span className={rows.fact}>{group.number}</span>}
        </>
      ),
    },
    { header: 'Notes', figures: true, cell: ({ notes }) => notes },
    moneyColumn('Principal', ({ principal }) => principal),
    { header: 'Average rate', figures: true, cell: ({ rateBp }) => formatRate(rateBp) },
    { header: 'Next maturity', cell: ({ nextMaturity }) => <Day date={nextMaturity} /> },
  ]
}
