import { href } from 'react-router'
import { deliveredPerPage, deliveryStates, mailOutcomes } from '../../../../../rules/deliveries.ts'
import { recallDeliveryCommand } from '../../../../../rules/delivery.commands.ts'
import { countOf, grouped } from '../../../../../rules/number.ts'
import { withQuery } from '../../../../../rules/url.ts'
import { canTake, deliverySteps } from '../../../../../rules/workflows.ts'
import type { DeliveredDocument, Delivery } from '../../../../../server/deliveries/deliveries-list.ts'
import { CommandFold } from '../../../../commands/command-fold.tsx'
import { Badge } from '../../../../ui/badge.tsx'
import { Button } from '../../../../ui/button.tsx'
import { FormattedDate } from '../../../../ui/formatted-date.tsx'
import type { Column } from '../../../../ui/ledger.tsx'
import { Link } from '../../../../ui/link.tsx'
import { useNotice } from '../../../../ui/notice.tsx'
import { AdminList, Rows } from '../../admin-list.tsx'
import bulk from '../../bulk/bulk.module.css'
import { Fact, Facts } from '../../runs/facts.tsx'
import { usePolling } from '../../runs/use-polling.ts'
import style from '../deliveries.module.css'

type Props = {
  delivery: Delivery
  documents: DeliveredDocument[]
  /** The number of shown rows. */
  total: number
  page: number
  unopened: boolean
}

/** What each recipient of a delivery got, when they opened it, and whether the e-mail about it arrived. */
export function DeliveryPage({ delivery, documents, total, page, unopened }: Props) {
  usePolling(delivery.state === 'sending')
  const notice = useNotice()
  const { id, title, sentAt } = delivery
  const isOut = sentAt !== null
  const at = href('/profile/admin/deliveries/:id', { id })
  return (
    <AdminList
      up={
        <p className="small">
          <Link to={href('/profile/admin/deliveries')}>All deliveries</Link>
        </p>
      }
      title={title}
      count={countOf(delivery.documents, 'document')}
      tools={
        <Button size="small" to={href('/profile/admin/deliver')}>
          Deliver documents
        </Button>
      }
      at={at}
      query={unopened ? { show: 'unopened' } : {}}
      notice={notice}
    >
      <State delivery={delivery} onNotice={notice.say} />
      {isOut && (
        <nav className={`cluster gap-2-5 small ${style.shows}`} aria-label="Documents shown">
          <Link to={at} aria-current={!unopened || undefined}>
            All
          </Link>
          <Link to={withQuery(at, { show: 'unopened' })} aria-current={unopened || undefined}>
            Not opened yet ({grouped(delivery.documents - delivery.opened)})
          </Link>
        </nav>
      )}
      <Rows
        className={style.documents}
        columns={isOut ? sentColumns(delivery.state === 'recalled') : plannedColumns}
        rows={documents}
        pages={{ label: 'documents', page, total, size: deliveredPerPage }}
        empty={{ title: 'All have been opened', text: 'Everyone has opened what they got.' }}
      />
    </AdminList>
  )
}

type StateProps = Pick<Props, 'delivery'> & { onNotice: (notice: string) => void }

function State({ delivery, onNotice }: StateProps) {
  const { id, state, category, fundName, recipients, sentBy, sentAt, createdAt, approvedBy, recalled } = delivery
  return (
    <section aria-label="State" className="stack gap-3">
      <p role="status" className="measure leading-4 display size-lead">
        {wordsOf(delivery)}
      </p>
      <Requested delivery={delivery} />
      <Facts>
        <Fact label="State">{deliveryStates[state]}</Fact>
        <Fact label="Recipients">{grouped(recipients)}</Fact>
        <Fact label="Category">{category}</Fact>
        <Fact label="Fund">{fundName}</Fact>
        <Fact label={sentAt ? 'Sent' : 'Requested'}>
          <FormattedDate date={sentAt ?? createdAt} time /> by {sentBy}
        </Fact>
        {approvedBy && <Fact label="Approved by">{approvedBy}</Fact>}
      </Facts>
      {recalled && (
        <p className={bulk.about}>
          Recalled <FormattedDate date={recalled.at} time /> by {recalled.by}: {recalled.reason}
        </p>
      )}
      {sentAt && (
        <div className="cluster center gap-3">
          <Button href={withQuery('/profile/deliveries.csv', { delivery: id })}>Save who was served what</Button>
        </div>
      )}
      {canTake(deliverySteps.recall, state) && (
        <CommandFold
          command={recallDeliveryCommand}
          action={href('/profile/admin/deliveries/:id', { id })}
          title="Recall this delivery"
          className={bulk.fold}
          variant="danger"
          onDone={onNotice}
        />
      )}
    </section>
  )
}

function wordsOf({ state, problem, opened, documents, recipients }: Delivery): string {
  switch (state) {
    case 'requested':
      return `Nothing has been sent yet. A second person has to open the files and approve it; then ${countOf(recipients, 'recipient gets theirs', 'recipients get theirs')} at once.`
    case 'sending':
      return 'Being sent: everyone gets theirs at once, in a moment. You can leave this page.'
    case 'sent':
      return `${deliveryStates.sent}. ${grouped(opened)} of ${countOf(documents, 'document')} opened.`
    case 'failed':
    case 'declined':
      return `Nothing was sent. ${problem}`
    case 'recalled':
      if (opened === 0) return `Recalled. None of its ${countOf(documents, 'document')} had been opened.`
      return `Recalled. ${countOf(opened, 'document')} had been opened, ${grouped(documents - opened)} never.`
  }
}

/** What the second person still has to open. */
function Requested({ delivery: { id, sentBy, requested } }: Pick<Props, 'delivery'>) {
  if (!requested) return null
  if (requested.isOwn)
    return (
      <p className={bulk.about}>
        You’ve submitted it, and all other approvers have an e-mail. It’s pending until one of them decides, or you{' '}
        <Link to={href('/profile/admin/approvals')}>withdraw it</Link>.
      </p>
    )
  return (
    <div className="cluster center gap-3">
      <Button variant="primary" to={href('/profile/admin/deliveries/:id/look', { id })}>
        Open the {requested.files === 1 ? 'file' : `${grouped(requested.files)} files`}
      </Button>
      <p className={bulk.about}>
        {sentBy} submitted it. You’ve opened {grouped(requested.opened)} of {grouped(requested.files)}.
      </p>
    </div>
  )
}

const plannedColumns: Column<DeliveredDocument>[] = [
  {
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
    header: 'Document',
    cell: ({ id, filename, checkState }) => (
      <span className={style.document}>
        {checkState === 'unchecked' || checkState === 'clean' ? <a href={`/files/${id}`}>{filename}</a> : filename}
      </span>
    ),
  },
]

const sentColumns = (isRecalled: boolean): Column<DeliveredDocument>[] => [
  ...plannedColumns,
  {
    header: 'First opened',
    cell: ({ checkState, openedAt }) => {
      if (checkState === null) return <Badge>Deleted</Badge>
      if (checkState === 'waiting') return <Badge tone="warning">Being checked</Badge>
      if (checkState === 'infected') return <Badge tone="danger">Malware found</Badge>
      return openedAt ? <FormattedDate date={openedAt} time /> : 'Not yet'
    },
  },
  {
    header: 'E-mail',
    cell: ({ mails }) => (
      <ul className="plain-list">
        {mails.map(({ name, outcome }) => (
          <li key={name}>
            {mails.length > 1 && `${name}: `}
            {outcome === 'failed' ? (
              <Link to={href('/profile/admin/mail')}>
                <Badge tone="danger">{mailOutcomes.failed}</Badge>
              </Link>
            ) : (
              mailOutcomes[isRecalled && outcome === 'waiting' ? 'recalled' : outcome]
            )}
          </li>
        ))}
      </ul>
    ),
  },
]
