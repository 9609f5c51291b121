import { href } from 'react-router'
import { deliveredPerPage, deliveryStates, mailOutcomes } from '../../../../../rules/deliveries.ts'
import { countOf, grouped } from '../../../../../rules/number.ts'
import { withQuery } from '../../../../../rules/url.ts'
import type { DeliveredDocument, Delivery } from '../../../../../server/deliveries/deliveries-list.ts'
import { Badge } from '../../../../ui/badge.tsx'
import { Button } from '../../../../ui/button.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { FormattedDate } from '../../../../ui/formatted-date.tsx'
import type { Column } from '../../../../ui/ledger.tsx'
import { Link } from '../../../../ui/link.tsx'
import { StackedLedger } from '../../../../ui/stacked-ledger.tsx'
import { Pagination } from '../../../pagination.tsx'
import counted from '../../counted-page.module.css'
import strip from '../../fact-strip.module.css'
import { ListHead } from '../../list-head.tsx'
import style from '../deliveries.module.css'

type Props = {
  delivery: Delivery
  documents: DeliveredDocument[]
  /** How many there are of what is shown. */
  total: number
  page: number
  unopened: boolean
}

/** What each recipient of a delivery got, when they opened it, and whether the e-mail about it arrived. */
export function DeliveryPage({ delivery, documents, total, page, unopened }: Props) {
  const { id, title, state } = delivery
  const at = href('/profile/admin/deliveries/:id', { id })
  return (
    <div className={counted.page}>
      <p className={style.up}>
        <Link to={href('/profile/admin/deliveries')}>All deliveries</Link>
      </p>
      <ListHead title={title} count={countOf(delivery.documents, 'document')}>
        <Button size="small" to={href('/profile/admin/deliver')}>
          Deliver documents
        </Button>
      </ListHead>
      <State delivery={delivery} />
      {state === 'sent' && (
        <nav className={style.shows} aria-label="Documents shown">
          <Link to={at} aria-current={!unopened || undefined}>
            All
          </Link>
          <Link to={withQuery(at, { show: 'unopened' })} aria-current={unopened || undefined}>
            Not opened yet ({grouped(delivery.documents - delivery.opened)})
          </Link>
        </nav>
      )}
      {documents.length > 0 ? (
        <StackedLedger
          className={style.documents}
          caption={title}
          columns={state === 'sent' ? sentColumns : plannedColumns}
          rows={documents}
          rowKey={document => document.id}
        />
      ) : (
        <EmptyState title="All have been opened" level={2}>
          Everyone has opened what they got.
        </EmptyState>
      )}
      <Pagination
        label="documents"
        page={page}
        total={total}
        size={deliveredPerPage}
        addressOf={to => withQuery(at, { ...(unopened && { show: 'unopened' }), ...to })}
      />
    </div>
  )
}

function State({ delivery }: Pick<Props, 'delivery'>) {
  const { state, problem, category, fundName, recipients, opened, documents, sentBy, sentAt, createdAt } = delivery
  return (
    <section aria-label="State" className={style.state}>
      <p role="status" className={style.words}>
        {state === 'sending' && 'Being sent: everyone gets theirs at once, in a moment. You can leave this page.'}
        {state === 'sent' && `${deliveryStates.sent}. ${grouped(opened)} of ${countOf(documents, 'document')} opened.`}
        {state === 'failed' && `Nobody has received anything. ${problem}`}
      </p>
      <dl className={strip.facts}>
        <Fact label="Recipients">{grouped(recipients)}</Fact>
        <Fact label="Category">{category}</Fact>
        <Fact label="Fund">{fundName}</Fact>
        <Fact label="Sent">
          <FormattedDate date={sentAt ?? createdAt} time /> by {sentBy}
        </Fact>
      </dl>
    </section>
  )
}

function Fact({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

const plannedColumns: Column<DeliveredDocument>[] = [
  {
    key: 'recipient',
    header: 'Recipient',
    role: 'title',
    cell: ({ recipient, personId, holderId }) => (
      <Link
        to={
          holderId
            ? href('/profile/admin/holders/:id', { id: holderId })
            : href('/profile/admin/people/:id', { id: personId })
        }
      >
        {recipient}
      </Link>
    ),
  },
  {
    key: 'document',
    header: 'Document',
    cell: ({ id, filename, checkState }) => (
      <span className={style.document}>
        {checkState === 'unchecked' || checkState === 'clean' ? <a href={`/files/${id}`}>{filename}</a> : filename}
      </span>
    ),
  },
]

const sentColumns: Column<DeliveredDocument>[] = [
  ...plannedColumns,
  {
    key: 'opened',
    header: 'First opened',
    cell: ({ checkState, openedAt }) => {
      if (checkState === null) return <Badge>Deleted</Badge>
      if (checkState === 'waiting') return <Badge tone="warning">Being checked</Badge>
      if (checkState === 'infected') return <Badge tone="danger">Malware found</Badge>
      return openedAt ? <FormattedDate date={openedAt} time /> : 'Not yet'
    },
  },
  {
    key: 'mail',
    header: 'E-mail',
    cell: ({ mails }) => (
      <ul className={style.mails}>
        {mails.map(({ name, outcome }) => (
          <li key={name}>
            {mails.length > 1 && `${name}: `}
            {outcome === 'failed' ? (
              <Link to={href('/profile/admin/mail')}>
                <Badge tone="danger">{mailOutcomes.failed}</Badge>
              </Link>
            ) : (
              mailOutcomes[outcome]
            )}
          </li>
        ))}
      </ul>
    ),
  },
]
