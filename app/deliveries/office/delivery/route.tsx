import { href } from 'react-router'
import { countOf, grouped } from '../../../../rules/number.ts'
import { withQuery } from '../../../../rules/url.ts'
import { canTake, deliverySteps } from '../../../../rules/workflows.ts'
import { RunState, recalledWords } from '../../../runs/office/run-state.tsx'
import style from '../../../runs/office/runs.module.css'
import { ShownLinks } from '../../../runs/office/shown-links.tsx'
import { commandActions } from '../../../shell/commands/command-actions.ts'
import { AdminList, Rows } from '../../../shell/office/admin-list.tsx'
import { pageNumber } from '../../../shell/portal/list-place.ts'
import { loadOne, showOne } from '../../../shell/portal/one-page.tsx'
import { Badge } from '../../../shell/ui/badge.tsx'
import { Button } from '../../../shell/ui/button.tsx'
import { FormattedDate } from '../../../shell/ui/formatted-date.tsx'
import type { Column } from '../../../shell/ui/ledger.tsx'
import { Link } from '../../../shell/ui/link.tsx'
import { useNotice } from '../../../shell/ui/notice.tsx'
import { deliveredPerPage, deliveryStates, mailOutcomes } from '../../deliveries.ts'
import { recallDeliveryCommand } from '../../delivery.commands.ts'
import type { DeliveredDocument, Delivery } from '../../server/delivery.ts'

/**
 * Loads a delivery with a page of its documents; the query has `page`, from 1, and `show=unopened` for those that no one has
 * opened.
 */
export const loader = loadOne(async ({ actor, operations }, id, query) => {
  const page = pageNumber(query)
  const unopened = query.get('show') === 'unopened'
  return { page, unopened, ...(await operations.getDelivery(actor, id, { page: page - 1, unopened })) }
})

/** POST: recalls a delivery. */
export const action = commandActions([recallDeliveryCommand], {
  about: { delivery: 'id' },
  redirectTo: ({ param }) => href('/profile/admin/deliveries/:id', { id: param('id') }),
})

/** A delivery: what each recipient got, and when they opened it. */
export default showOne<typeof loader>(DeliveryPage)

type Props = {
  delivery: Delivery
  documents: DeliveredDocument[]
  /** The number of shown rows. */
  total: number
  page: number
  unopened: boolean
}

/** What each recipient of a delivery got, when they opened it, and whether the e-mail about it arrived. */
function DeliveryPage({ delivery, documents, total, page, unopened }: Props) {
  const notice = useNotice()
  const { id, title, sentAt } = delivery
  const isOut = sentAt !== null
  const at = href('/profile/admin/deliveries/:id', { id })
  return (
    <AdminList
      up={{ to: href('/profile/admin/deliveries'), label: 'All deliveries' }}
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
        <ShownLinks
          at={at}
          show={unopened ? 'unopened' : 'all'}
          parts={{ all: 'All', unopened: `Not opened yet (${grouped(delivery.documents - delivery.opened)})` }}
        />
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
  const { id, state, category, fundName, recipients, sentBy, sentAt, createdAt, approvedBy, requested } = delivery
  return (
    <RunState
      lead={wordsOf(delivery)}
      state={deliveryStates[state]}
      isWorking={state === 'sending'}
      facts={{
        Recipients: grouped(recipients),
        Category: category,
        Fund: fundName,
        [sentAt ? 'Sent' : 'Requested']: (
          <>
            <FormattedDate date={sentAt ?? createdAt} time /> by {sentBy}
          </>
        ),
        'Approved by': approvedBy,
      }}
      recalled={delivery.recalled}
      requested={requested && { ...requested, to: href('/profile/admin/deliveries/:id/look', { id }), noun: 'file' }}
      steps={
        sentAt && (
          <Button href={withQuery('/profile/deliveries.csv', { delivery: id })}>Save who was served what</Button>
        )
      }
      recall={
        canTake(deliverySteps.recall, state) && {
          command: recallDeliveryCommand,
          title: 'Recall this delivery',
          action: href('/profile/admin/deliveries/:id', { id }),
          onDone: onNotice,
        }
      }
    />
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
      return recalledWords(opened, documents)
  }
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
      <span className={style.wide}>
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
