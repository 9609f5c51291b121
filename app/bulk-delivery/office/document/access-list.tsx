import { grouped } from '../../../../rules/number.ts'
import shared from '../../../runs/office/runs.module.css'
import { EmptyState } from '../../../shell/ui/empty-state.tsx'
import { FormattedDate } from '../../../shell/ui/formatted-date.tsx'
import type { Column } from '../../../shell/ui/ledger.tsx'
import { StackedLedger } from '../../../shell/ui/stacked-ledger.tsx'
import type { DocumentAccess } from '../../server/batch-item.ts'
import style from '../bulk.module.css'

const ways = { viewer: 'In the viewer', download: 'Downloaded', zip: 'In a ZIP' }

const columns: Column<DocumentAccess>[] = [
  {
    header: 'Who',
    role: 'title',
    cell: ({ person, email, isOffice }) => (
      <span className={shared.wide}>
        {person}
        {email !== person && <span className="quiet breakable regular block">{email}</span>}
        {isOffice && <span className="quiet breakable regular block">Staff</span>}
      </span>
    ),
  },
  { header: 'When', cell: ({ begunAt }) => <FormattedDate date={begunAt} time /> },
  { header: 'How', cell: ({ how }) => ways[how] },
  {
    header: 'Bytes sent',
    cell: ({ sent, firstByte, lastByte }) => `${grouped(sent)} of ${grouped(firstByte)}–${grouped(lastByte)}`,
  },
  {
    header: 'From where',
    cell: ({ ip, userAgent }) => (
      <span className={shared.wide}>
        {ip}
        <span className="quiet breakable regular block">{userAgent}</span>
      </span>
    ),
  },
]

/** Everyone who was served a document, and which bytes. */
export function AccessList({ accesses }: { accesses: readonly DocumentAccess[] }) {
  return (
    <section aria-labelledby="served" className={`stack start narrow gap-3 ${style.part}`}>
      <h2 id="served">What was served of it</h2>
      {accesses.length > 0 ? (
        <StackedLedger
          className={shared.documents}
          caption="What was served of it"
          columns={columns}
          rows={accesses}
          rowKey={access => String(access.id)}
        />
      ) : (
        <EmptyState title="Never opened" level={3}>
          No one has opened this document.
        </EmptyState>
      )}
    </section>
  )
}
