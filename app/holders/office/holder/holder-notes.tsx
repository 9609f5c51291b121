import { href } from 'react-router'
import { withQuery } from '../../../../rules/url.ts'
import { downloadAddress } from '../../../documents/investor/document-kind.ts'
import { Money } from '../../../register/office/money.tsx'
import { NoteName, registerReport } from '../../../register/office/register-columns.tsx'
import type { RegisterNote } from '../../../register/server/register-list.ts'
import rows from '../../../shell/office/rows.module.css'
import { Badge } from '../../../shell/ui/badge.tsx'
import { Button } from '../../../shell/ui/button.tsx'
import { Day } from '../../../shell/ui/day.tsx'
import { FormattedDate } from '../../../shell/ui/formatted-date.tsx'
import type { Column } from '../../../shell/ui/ledger.tsx'
import { Link } from '../../../shell/ui/link.tsx'
import { StackedLedger } from '../../../shell/ui/stacked-ledger.tsx'
import type { HolderStatement } from '../../../statements/server/statements-list.ts'

type NotesProps = { holderId: string; notes: RegisterNote[]; more: boolean }

/** The columns of a holder's notes; the register has the rest. */
const columns: Column<RegisterNote>[] = [
  { header: 'Note', role: 'title', cell: ({ id, number }) => <NoteName id={id} number={number} /> },
  ...registerReport.columns.filter(({ header }) => ['Principal', 'Rate', 'Matures', 'State'].includes(header)),
]

/** A holder's notes, including past ones. */
export function HolderNotes({ holderId, notes, more }: NotesProps) {
  return (
    <>
      {notes.length > 0 ? (
        <StackedLedger className={rows.rows} caption="Notes" columns={columns} rows={notes} rowKey={({ id }) => id} />
      ) : (
        <p className="quiet">None yet. A new note is a draft until its terms have been read back and signed.</p>
      )}
      {more && <p className="quiet">The register has the others.</p>}
      <div className="above-3">
        <Button size="small" to={withQuery(href('/profile/admin/register/notes/new'), { for: holderId })}>
          New note
        </Button>
      </div>
    </>
  )
}

type StatementsProps = { statements: HolderStatement[]; ownerId: string | undefined }

/** A holder's statements, including unreleased ones. */
export function HolderStatements({ statements, ownerId }: StatementsProps) {
  if (statements.length === 0) {
    return (
      <p className="quiet">
        None yet. They are prepared under <Link to={href('/profile/admin/statements')}>Statements</Link>, on the first
        business day after each period.
      </p>
    )
  }
  return (
    <StackedLedger
      className={rows.rows}
      caption="Statements"
      columns={statementColumns(ownerId)}
      rows={statements}
      rowKey={({ number }) => number}
    />
  )
}

function statementColumns(ownerId: string | undefined): Column<HolderStatement>[] {
  return [
    {
      header: 'Statement',
      role: 'title',
      cell: ({ number, documentId, releasedAt }) => (
        <>
          {ownerId && documentId ? (
            <Link to={withQuery(href('/profile/admin/people/:id', { id: ownerId }), { document: documentId })}>
              {number}
            </Link>
          ) : (
            number
          )}{' '}
          {!releasedAt && <Badge tone="warning">Not released</Badge>}
        </>
      ),
    },
    {
      header: 'Period',
      cell: ({ start, end }) => (
        <>
          <Day date={start} /> – <Day date={end} />
        </>
      ),
    },
    { header: 'Closing balance', figures: true, cell: ({ closing }) => <Money cents={closing} /> },
    {
      header: 'Released',
      cell: ({ releasedAt }) => releasedAt && <FormattedDate date={releasedAt} />,
    },
    {
      header: 'Actions',
      role: 'actions',
      cell: ({ number, csvDocumentId }) =>
        csvDocumentId && (
          <Button size="small" variant="link" href={downloadAddress(csvDocumentId)} aria-label={`CSV of ${number}`}>
            CSV
          </Button>
        ),
    },
  ]
}
