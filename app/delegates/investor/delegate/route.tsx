import { href } from 'react-router'
import { withQuery } from '../../../../rules/url.ts'
import { titleOf } from '../../../documents/documents.ts'
import type { Shown } from '../../../shell/portal/list-page.tsx'
import { pageNumber } from '../../../shell/portal/list-place.ts'
import { LoadError } from '../../../shell/portal/load-error.tsx'
import { loadOne, showOne } from '../../../shell/portal/one-page.tsx'
import { Pagination } from '../../../shell/portal/pagination.tsx'
import { requireActor } from '../../../shell/portal/require-actor.ts'
import { useMe } from '../../../shell/portal/use-me.ts'
import { EmptyState } from '../../../shell/ui/empty-state.tsx'
import { FormattedDate } from '../../../shell/ui/formatted-date.tsx'
import type { Column } from '../../../shell/ui/ledger.tsx'
import { Link } from '../../../shell/ui/link.tsx'
import { StackedLedger } from '../../../shell/ui/stacked-ledger.tsx'
import { delegateKinds, readsPerPage, readWords } from '../../delegates.ts'
import type { DelegateRead } from '../../server/own-delegates.ts'
import { StateWords } from '../delegate-entry.tsx'
import style from '../delegates.module.css'
import { grantedWords } from '../granted-words.ts'

export { PortalErrorBoundary as ErrorBoundary } from '../../../shell/portal/error-page.tsx'

/** Loads the reads of a delegate of the reader's holders; the query has `page`, from 1. */
export const loader = loadOne(
  async ({ actor, operations }, id, query) => {
    const page = pageNumber(query)
    return { ...(await operations.getDelegate(actor, id, page - 1)), page }
  },
  { guard: requireActor },
)

export default showOne<typeof loader>(DelegatePage)

/** Everything that a delegate has opened: what, how, when and from where. */
function DelegatePage({ delegate, reads, total, page, loadError }: Shown<typeof loader>) {
  const me = useMe()
  const { id, name, address, kind, holder } = delegate
  const back = me.isAdmin
    ? { to: href('/profile/admin/holders/:id', { id: delegate.holderId }), words: 'Back to the holder' }
    : { to: href('/profile/delegates'), words: 'Back to shared access' }
  return (
    <div className="stack gap-4">
      <header className={`stack gap-1 breakable pad-5 ${style.head}`}>
        <h2>What {name ?? address} opened</h2>
        <p className="quiet">
          {delegateKinds[kind]} of {holder}, {address}. <StateWords delegate={delegate} />
        </p>
        <p className="quiet">{grantedWords(delegate)}</p>
        <p>
          <Link to={back.to}>{back.words}</Link>
        </p>
      </header>
      <LoadError error={loadError} />
      {reads.length === 0 ? (
        <EmptyState title="Nothing yet" level={3}>
          What they open will appear here, with when and from where.
        </EmptyState>
      ) : (
        <StackedLedger
          caption={`What ${name ?? address} opened`}
          columns={columns}
          rows={reads}
          rowKey={read => read.id}
        />
      )}
      <Pagination
        label="what they opened"
        page={page}
        total={total}
        size={readsPerPage}
        addressOf={place => withQuery(href('/profile/delegates/:id', { id }), place)}
      />
    </div>
  )
}

const columns: Column<DelegateRead>[] = [
  {
    header: 'What',
    role: 'title',
    cell: ({ filename, documentId }) => {
      if (filename === null) return 'Notes and payments'
      if (documentId === null) return `${titleOf(filename)} (deleted since)`
      return <Link to={withQuery(href('/profile'), { document: documentId })}>{titleOf(filename)}</Link>
    },
  },
  { header: 'How', cell: ({ how }) => readWords[how] },
  { header: 'When', cell: ({ at }) => <FormattedDate date={at} time /> },
  {
    header: 'From where',
    cell: ({ device, ip }) => [device, ip].filter(Boolean).join(', ') || '–',
  },
]
